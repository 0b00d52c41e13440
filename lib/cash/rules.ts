import { recordOf } from '@/lib/text/keys'
import { formatEuro } from '@/lib/text/money'

export const PAYMENT_METHODS = ['cash', 'card', 'free'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** How it is paid, and the key that chooses it at the desk. */
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

/** Cents of an amount as a person types it, `10`, `10,5` or `10.50`; null for what is none. */
export function parseEuro(text: string): number | null {
  const [, whole, cents = ''] = TYPED_EURO.exec(text) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** The same as it is typed. */
export const formatTypedEuro = (cents: number) =>
  (cents / 100).toFixed(2).replace('.', ',').replace(',00', '')

/**
 * Returns the change to give back, in cents. Null while nothing is typed, negative while the amount is too
 * small.
 */
export function changeDue(given: string, priceCents: number): number | null {
  const cents = parseEuro(given)
  return cents === null ? null : cents - priceCents
}

interface Sums {
  floatCents: number
  cashCents: number
  correctedCents: number
  countedCents: number | null
}

/** Returns the expected cash in the till: the float and all cash since. */
export const expectedCents = ({ floatCents, cashCents, correctedCents }: Sums) =>
  floatCents + cashCents + correctedCents

/** Returns the surplus, negative for a shortage. Null before the count. */
export const differenceCents = (sums: Sums) =>
  sums.countedCents === null ? null : sums.countedCents - expectedCents(sums)

/** Returns the difference in words, for example `manjak 5,00 €`. */
export function differenceWord(cents: number): string {
  if (cents === 0) return 'Točno se slaže'
  return cents < 0 ? `Manjak ${formatCents(-cents)}` : `Višak ${formatCents(cents)}`
}

/** Returns the number of a receipt: the year of the festival and the id of its move. */
export const receiptNumber = (year: number, id: number) => `${year}-${String(id).padStart(5, '0')}`

/** Note on receipts, which are no fiscal bills. */
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

/** Adds up shifts. Tills that were not counted are left out. */
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
