import { recordOf } from '@/lib/text/keys'
import { formatEuro } from '@/lib/text/money'

export const PAYMENT_METHODS = ['cash', 'card', 'free'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Croatian labels of the payment methods, and the keyboard key that selects each at the desk. */
export const PAYMENT_METHOD_LABELS: Record<
  PaymentMethod,
  { label: string; how: string; key: string }
> = {
  cash: { label: 'Gotovina', how: 'gotovinom', key: 'G' },
  card: { label: 'Kartica', how: 'karticom', key: 'K' },
  free: { label: 'Besplatno', how: 'besplatno', key: 'B' },
}

export const formatCents = (cents: number) => formatEuro(cents / 100)

export const TYPED_EURO = /^\s*0*(\d{1,5})(?:[.,](\d{1,2}))?\s*$/

/**
 * Parses an amount in euros as the user types it: `10`, `10,5` or `10.50`. Returns cents; null for
 * another text.
 */
export function parseEuro(text: string): number | null {
  const [, whole, cents = ''] = TYPED_EURO.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** Formats an amount in cents as the user types it in euros: `10` or `10,50`. */
export const formatTypedEuro = (cents: number) =>
  (cents / 100).toFixed(2).replace('.', ',').replace(',00', '')

/**
 * Returns the change for the buyer in cents. Null while no valid amount is typed, negative while
 * the amount is too small.
 */
export function changeDue(typed: string, priceCents: number): number | null {
  const cents = parseEuro(typed)
  return cents === null ? null : cents - priceCents
}

interface Paid {
  way: PaymentMethod
  /** Negative in the receipt of a return. */
  cents: number
}

/** Returns the Croatian request to pay back what a ticket cost; null for a free ticket. */
export const describeRefund = ({ way, cents }: Paid): string | null =>
  cents === 0 ? null : `Vratite ${formatCents(Math.abs(cents))} ${PAYMENT_METHOD_LABELS[way].how}.`

/** Returns the Croatian message after the return of a ticket, with the refund if it was paid. */
export const describeReturn = (payment: Paid | undefined): string =>
  ['Karta je poništena.', payment && describeRefund(payment)].filter(Boolean).join(' ')

/**
 * Counts the sale or the return of a ticket in a cash shift. `guest` is the guest afterwards: the
 * amount does not tell a sale from a return, because both are 0 for a free ticket.
 */
export const withTicket = <Shift extends { sold: number; returned: number }>(
  shift: Shift,
  guest: { bought: string },
): Shift =>
  guest.bought === '1'
    ? { ...shift, sold: shift.sold + 1 }
    : { ...shift, returned: shift.returned + 1 }

interface Sums {
  floatCents: number
  cashCents: number
  correctedCents: number
  countedCents: number | null
}

/** Returns the expected cash in the till: the float, sales less refunds, and corrections. */
export const expectedCents = ({ floatCents, cashCents, correctedCents }: Sums) =>
  floatCents + cashCents + correctedCents

/**
 * Returns counted minus expected cash: positive for a surplus, negative for a shortage. Null before
 * the count.
 */
export const differenceCents = (sums: Sums) =>
  sums.countedCents === null ? null : sums.countedCents - expectedCents(sums)

/** Describes the difference in Croatian: no difference, a shortage or a surplus. */
export function differenceLabel(cents: number): string {
  if (cents === 0) return 'Točno se slaže'
  return cents < 0 ? `Manjak ${formatCents(-cents)}` : `Višak ${formatCents(cents)}`
}

/** Returns the number of a receipt: the year of the festival and the id of the cash movement. */
export const receiptNumber = (year: number, id: number) => `${year}-${String(id).padStart(5, '0')}`

/** Sentence on each receipt: a receipt is no fiscal bill (rule 3.23). */
export const NOT_FISCAL = 'Ovo je potvrda o plaćanju, a ne fiskalni račun.'

export const CASH_MESSAGES = {
  off: 'Blagajna je isključena. Uključuje je administrator u postavkama festivala.',
  noShift: 'Prvo otvorite smjenu: upišite koliko je gotovine u blagajni.',
  noShiftToReturn:
    'Karta je plaćena gotovinom. Otvorite smjenu pa vratite novac iz svoje blagajne.',
  noPrice:
    'Za ovaj popis nije upisana cijena. Kartu možete dati besplatno, a cijenu upisuje administrator.',
  priceChanged: (cents: number) =>
    `Cijena je u međuvremenu promijenjena i sada je ${formatCents(cents)}.`,
  reasonMissing: 'Upišite zašto je karta besplatna.',
  tillShort: (cents: number) =>
    `U blagajni je samo ${formatCents(cents)}. Upišite uplatu u blagajnu pa pokušajte ponovno.`,
  shiftOpen: 'Smjena je već otvorena, možda na drugom uređaju. Nastavite u njoj.',
  shiftClosed: 'Smjena je već zatvorena.',
  shiftCounted: (sums: Sums) =>
    `Smjena je već zatvorena. Prebrojano je ${formatCents(sums.countedCents ?? 0)}: ${differenceLabel(differenceCents(sums) ?? 0).toLowerCase()}.`,
  noSuchShift: 'Smjena ne postoji.',
  openShifts: 'Najprije zatvorite otvorene smjene, pa isključite blagajnu.',
  noPaidGuest: 'Gost ne postoji ili je obrisan.',
  unknownList: 'Popis ne postoji ili je obrisan.',
  amount: 'Upišite iznos u eurima, kao 10 ili 10,50.',
  why: 'Upišite razlog.',
}

const SUMMED = ['sold', 'returned', 'free', 'cashCents', 'cardCents'] as const

interface Summed extends Record<(typeof SUMMED)[number], number> {
  expectedCents: number | null
  countedCents: number | null
  differenceCents: number | null
}

export type TakingsSum = Summed

/**
 * Adds up the takings of cash shifts. The sums of expected cash, counted cash and difference
 * contain only counted shifts; they are null if no shift was counted.
 */
export function sumOfTakings(rows: Summed[]): TakingsSum {
  const sum = (of: (row: Summed) => number) => rows.reduce((all, row) => all + of(row), 0)
  const counted = rows.filter(({ countedCents }) => countedCents !== null)
  const ofCounted = (key: 'expectedCents' | 'countedCents' | 'differenceCents') =>
    counted.length === 0 ? null : counted.reduce((all, row) => all + (row[key] ?? 0), 0)
  return {
    ...recordOf(SUMMED, (key) => sum((row) => row[key])),
    expectedCents: ofCounted('expectedCents'),
    countedCents: ofCounted('countedCents'),
    differenceCents: ofCounted('differenceCents'),
  }
}
