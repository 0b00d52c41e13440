import type { z } from 'zod'
import { type Db, getDb } from '@/db/client'
import * as queries from '@/db/queries/cash'
import type { GuestRow } from '@/db/queries/guests'
import type { GuestPatch } from '@/db/queries/guests-write'
import type { UserRow } from '@/db/queries/users'
import { hasPermission } from '@/lib/auth/rules'
import { ServiceError } from '@/lib/http/errors'
import { CASH_MESSAGES, formatCents, PAYMENT_METHOD_LABELS, receiptNumber } from './rules'
import type { mailedReceipt, PaymentInput, Receipt } from './schema'
import { isCashDeskEnabled } from './settings'

// Money that a ticket moves. Outside the desk, where an admin names no payment, a sale moves none:
// nobody stands there with a till. What was paid at the desk goes back by whoever takes it back.

/** What a ticket moves, and what is told of it. */
export interface TicketPayment {
  move: queries.TicketMove
  /** What its receipt says, but for number and time. */
  said: { festival: string; year: number; list: string; way: queries.Way; cents: number }
}

const conflict = (sentence: string, code: string) =>
  new ServiceError('conflict', sentence, { code })

/**
 * The money of a ticket that is about to be sold or taken back; null where none moves. Throws
 * conflict: no open shift, no price, or another than was asked for.
 */
export async function paymentFor(
  guest: GuestRow,
  { confCode, list }: GuestPatch,
  payment: PaymentInput | undefined,
  user: UserRow,
): Promise<TicketPayment | null> {
  if (confCode === undefined || !(await isCashDeskEnabled())) return null
  const isAtDesk = payment !== undefined || !hasPermission(user.privilege, 'admin')
  if (confCode !== null && !isAtDesk) return null
  const listId = list?.listId ?? guest.listId
  const till = await queries.getSaleContext(getDb(), { userId: user.id, guestId: guest.id, listId })
  if (!till) return null
  return confCode === null
    ? returnOf(till, isAtDesk)
    : saleOf(till, listId, payment ?? { way: 'cash', reason: '' })
}

function saleOf(till: queries.SaleContext, listId: number, payment: PaymentInput): TicketPayment {
  const { festival, year, list, priceCents, shiftId } = till
  const { way, reason } = payment
  if (way !== 'free' && priceCents === null) throw conflict(CASH_MESSAGES.noPrice, 'no_price')
  if (way !== 'free' && payment.cents !== undefined && payment.cents !== priceCents)
    throw conflict(CASH_MESSAGES.priceChanged(priceCents as number), 'price_changed')
  if (way === 'cash' && shiftId === null) throw conflict(CASH_MESSAGES.noShift, 'no_shift')
  const cents = way === 'free' ? 0 : (priceCents as number)
  return {
    move: {
      kind: 'sale',
      way,
      cents,
      priceCents,
      shiftId,
      listId,
      list,
      reason: way === 'free' ? reason : '',
    },
    said: { festival, year, list, way, cents },
  }
}

function returnOf(
  { festival, year, shiftId, sale }: queries.SaleContext,
  isAtDesk: boolean,
): TicketPayment | null {
  if (!sale) return null
  if (sale.way === 'cash' && shiftId === null && isAtDesk)
    throw conflict(CASH_MESSAGES.noShiftToReturn, 'no_shift')
  const { list, way } = sale
  return {
    move: { kind: 'return', saleId: sale.id, shiftId },
    said: { festival, year, list, way, cents: -sale.cents },
  }
}

/** Whether it takes cash out of a till. */
export const paidOutFromShift = ({ move, said }: TicketPayment) =>
  said.way === 'cash' && said.cents < 0 ? move.shiftId : null

/**
 * Holds a till that cash is to be taken out of; false when its shift is over. Throws conflict
 * when there is less in it.
 */
export async function lockTill(tx: Db, shiftId: number, cents: number): Promise<boolean> {
  const shift = await queries.lockShift(tx, shiftId)
  if (!shift || shift.closedAt !== null) return false
  const there = await queries.expectedBalance(tx, shiftId)
  if (there + cents < 0) throw conflict(CASH_MESSAGES.tillShort(there), 'till_short')
  return true
}

/** How the guest's history tells it. */
export const describePayment = ({ said: { way, cents } }: TicketPayment) =>
  way === 'free'
    ? PAYMENT_METHOD_LABELS.free.how
    : `${formatCents(cents)} ${PAYMENT_METHOD_LABELS[way].how}`

/** What was paid, or given back, by a ticket that has just been written. */
export function receiptOf(
  { festival, year, list, way, cents }: TicketPayment['said'],
  { guest, moveId }: { guest: GuestRow; moveId: number },
): Receipt {
  const at = new Date(guest.boughtAt ?? Date.now()).toISOString()
  const number = receiptNumber(year, moveId)
  return { number, festival: `${festival} ${year}`, at, list, way, cents }
}

/** What the mail of a guest's ticket keeps of its payment; null where none was counted. */
export async function mailedReceiptOf(
  tx: Db,
  { id, listId }: GuestRow,
): Promise<z.input<typeof mailedReceipt> | null> {
  const till = await queries.getSaleContext(tx, { userId: 0, guestId: id, listId })
  if (!till?.sale) return null
  const { id: moveId, at, list, way, cents } = till.sale
  return { receipt: { id: moveId, year: till.year, at, list, way, cents } }
}
