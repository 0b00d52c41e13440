import { z } from 'zod'
import { flagInput, flagResponse, idParams, instantResponse, requiredText } from '@/lib/http/fields'
import { CASH_MESSAGES, PAYMENT_METHODS, parseEuro, TYPED_EURO } from './rules'

const { amount, why, reasonMissing } = CASH_MESSAGES

/** Maximum amount in cents of a single entry. No till contains more. */
const MAX_CENTS = 9_999_999

const cents = z.int(amount).min(0, amount).max(MAX_CENTS, amount)

/** Schema of an amount in euros as the user types it. The output is in cents. */
const typedEuro = z
  .string(amount)
  .regex(TYPED_EURO, amount)
  .transform((text) => parseEuro(text) as number)

const noteText = z.string('Upišite tekst').trim().max(200, 'Najviše 200 znakova')

const wayInput = z.enum(PAYMENT_METHODS, 'Način plaćanja je cash, card ili free')

/** Payment of a ticket at the desk. `cents` is the price that the desk showed to the seller. */
export const paymentInput = z
  .object({
    way: wayInput.default('cash'),
    cents: cents.optional(),
    reason: noteText.default(''),
  })
  .refine(({ way, reason }) => way !== 'free' || reason !== '', {
    error: reasonMissing,
    path: ['reason'],
  })

export type PaymentInput = z.output<typeof paymentInput>

/** Receipt of a sale or a return. It contains no name of a person. */
export const receiptResponse = z.object({
  number: z.string(),
  festival: z.string(),
  at: instantResponse,
  list: z.string(),
  way: z.enum(PAYMENT_METHODS),
  /** Negative for a refund. */
  cents: z.int(),
})

export type Receipt = z.infer<typeof receiptResponse>

/** Receipt in the form in which a ticket mail stores it. */
export const mailedReceipt = z.object({
  receipt: z.object({
    id: z.int(),
    year: z.int(),
    at: z.string(),
    list: z.string(),
    way: z.enum(PAYMENT_METHODS),
    cents: z.int(),
  }),
})

export const shiftResponse = z.object({
  id: z.int(),
  openedAt: instantResponse,
  floatCents: z.int(),
  sold: z.int(),
  returned: z.int(),
})

export type OpenShift = z.infer<typeof shiftResponse>

/** State of the cash desk. While the desk is off, price and shift are null. */
export const deskResponse = z.object({
  on: flagResponse,
  priceCents: z.int().nullable(),
  /** Open cash shift of the caller; null without one. */
  shift: shiftResponse.nullable(),
})

export type CashDesk = z.infer<typeof deskResponse>

export const openBody = z.object({ floatCents: cents })
export const openForm = z.object({ float: typedEuro })

export const closeBody = z.object({ countedCents: cents })
export const countForm = z.object({ counted: typedEuro })

export const noteBody = z.object({ note: noteText })

/**
 * Correction of an open cash shift. Positive `cents` put cash into the till, negative `cents` take
 * cash out. With `card`, a card payment that was booked wrongly is corrected.
 */
export const correctionBody = z.object({
  way: z.enum(['cash', 'card'], 'Način je cash ili card').default('cash'),
  cents: z
    .int(amount)
    .min(-MAX_CENTS, amount)
    .max(MAX_CENTS, amount)
    .refine((n) => n !== 0, amount),
  reason: requiredText(200, why),
})

export const correctionForm = z.object({
  direction: z.enum(['in', 'out']),
  amount: typedEuro,
  reason: requiredText(200, why),
})

/**
 * Takings of a cash shift, with sums in cents. If `shiftId` is null, these are the payments of one
 * seller on one day without a shift.
 */
export const takingsResponse = z.object({
  shiftId: z.int().nullable(),
  day: z.iso.date(),
  /** Null if the user has been deleted since. */
  seller: z.object({ id: z.int(), name: z.string() }).nullable(),
  openedAt: instantResponse.nullable(),
  closedAt: instantResponse.nullable(),
  note: z.string(),
  sold: z.int(),
  returned: z.int(),
  free: z.int(),
  floatCents: z.int(),
  cashCents: z.int(),
  cardCents: z.int(),
  correctedCents: z.int(),
  expectedCents: z.int(),
  countedCents: z.int().nullable(),
  differenceCents: z.int().nullable(),
})

export type Takings = z.infer<typeof takingsResponse>

export const guestPaymentResponse = z.object({ paid: receiptResponse.nullable() })

const price = z.object({
  id: idParams.shape.id,
  cents: z.int(amount).min(0, amount).max(100_000, 'Najviše 1000 €').nullable(),
  /** Price that the client last saw. A change without it is not checked against the stored price. */
  seen: z.int(amount).nullable().optional(),
})

export const settingsChange = z
  .object({ on: flagInput.optional(), prices: z.array(price).max(200).optional() })
  .refine(({ on, prices }) => on !== undefined || prices !== undefined, 'Nema što promijeniti')
  .meta({ anyOf: [{ required: ['on'] }, { required: ['prices'] }] })

export type SettingsChange = z.output<typeof settingsChange>

export const settingsResponse = z.object({
  on: flagResponse,
  /** Ticket price in the edition settings. Freshers pay it if their list has no price. */
  ticketCents: z.int().nullable(),
  openShifts: z.int(),
  lists: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      isBrucosi: z.boolean(),
      cents: z.int().nullable(),
    }),
  ),
})

export type CashSettings = z.infer<typeof settingsResponse>
