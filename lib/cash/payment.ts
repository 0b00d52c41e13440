import type { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import * as queries from '@/db/queries/cash'
import type { GuestRow } from '@/db/queries/guests'
import type { GuestList } from '@/db/queries/guests-lists'
import type { UserRow } from '@/db/queries/users'
import { hasPermission } from '@/lib/auth/rules'
import { ServiceError } from '@/lib/http/errors'
import { CASH_MESSAGES, formatCents, PAYMENT_METHOD_LABELS, receiptNumber } from './rules'
import type { mailedReceipt, PaymentInput, Receipt } from './schema'
import { isCashDeskEnabled } from './settings'

/**
 * Money of a ticket that is sold or returned: everything that the write of the guest needs of the cash
 * desk. A sale by an admin who names no payment moves no money, because there is no till. A returned ticket
 * gives back the money that was paid for it at the desk.
 */
export interface TicketPayment {
  /** The movement of money, which the statement of the write inserts. */
  move: queries.TicketMove
  /** The receipt without its number and time. */
  receipt: { festival: string; year: number; list: string; way: queries.Way; cents: number }
  /** The payment in words, for the activity log. */
  description: string
  /**
   * Set if cash leaves a till: locks the till in the transaction of the write. Resolves to false after
   * the end of its shift. Throws conflict when the till has too little.
   */
  lockTill: ((tx: Db) => Promise<boolean>) | null
  /** Completes the receipt after the write. */
  completeReceipt: (written: { guest: GuestRow; moveId: number }) => Receipt
}

const conflict = (sentence: string, code: string) =>
  new ServiceError('conflict', sentence, { code })

/**
 * Prepares the money of a sale. Null while the desk counts no money, or for an admin who names no
 * payment. Throws conflict: no open shift, no price, or another price than was shown.
 */
export async function prepareSale(
  guest: GuestRow,
  list: GuestList | undefined,
  payment: PaymentInput | undefined,
  user: UserRow,
): Promise<TicketPayment | null> {
  if (!(await isCashDeskEnabled()) || !isAtDesk(payment, user)) return null
  const listId = list?.listId ?? guest.listId
  const context = await saleContext(guest, listId, user)
  if (!context) return null
  const { priceCents, shiftId } = context
  const { way, reason, cents: shownCents } = payment ?? { way: 'cash', reason: '' }
  if (way !== 'free' && priceCents === null) throw conflict(CASH_MESSAGES.noPrice, 'no_price')
  if (way !== 'free' && shownCents !== undefined && shownCents !== priceCents)
    throw conflict(CASH_MESSAGES.priceChanged(priceCents as number), 'price_changed')
  if (way === 'cash' && shiftId === null) throw conflict(CASH_MESSAGES.noShift, 'no_shift')
  const cents = way === 'free' ? 0 : (priceCents as number)
  const { festival, year, list: listName } = context
  return toTicketPayment(
    {
      kind: 'sale',
      way,
      cents,
      priceCents,
      shiftId,
      listId,
      list: listName,
      reason: way === 'free' ? reason : '',
    },
    { festival, year, list: listName, way, cents },
  )
}

/**
 * Prepares the money that goes back with a ticket. Null when none was counted for it. Throws conflict
 * without an open shift, when cash is returned at the desk.
 */
export async function prepareReturn(
  guest: GuestRow,
  payment: PaymentInput | undefined,
  user: UserRow,
): Promise<TicketPayment | null> {
  if (!(await isCashDeskEnabled())) return null
  const context = await saleContext(guest, guest.listId, user)
  if (!context?.sale) return null
  const { festival, year, shiftId, sale } = context
  if (sale.way === 'cash' && shiftId === null && isAtDesk(payment, user))
    throw conflict(CASH_MESSAGES.noShiftToReturn, 'no_shift')
  return toTicketPayment(
    { kind: 'return', saleId: sale.id, shiftId },
    { festival, year, list: sale.list, way: sale.way, cents: -sale.cents },
  )
}

const isAtDesk = (payment: PaymentInput | undefined, { privilege }: UserRow) =>
  payment !== undefined || !hasPermission(privilege, 'admin')

const saleContext = (guest: GuestRow, listId: number, user: UserRow) =>
  queries.getSaleContext(getDb(), { userId: user.id, guestId: guest.id, listId })

function toTicketPayment(
  move: queries.TicketMove,
  receipt: TicketPayment['receipt'],
): TicketPayment {
  const { festival, year, list, way, cents } = receipt
  const shiftPayingOut = way === 'cash' && cents < 0 ? move.shiftId : null
  return {
    move,
    receipt,
    description:
      way === 'free'
        ? PAYMENT_METHOD_LABELS.free.how
        : `${formatCents(cents)} ${PAYMENT_METHOD_LABELS[way].how}`,
    lockTill: shiftPayingOut === null ? null : (tx) => lockTill(tx, shiftPayingOut, cents),
    completeReceipt: ({ guest, moveId }) => ({
      number: receiptNumber(year, moveId),
      festival: `${festival} ${year}`,
      at: new Date(guest.boughtAt ?? Date.now()).toISOString(),
      list,
      way,
      cents,
    }),
  }
}

/**
 * Locks a till that cash leaves. Returns false after the end of its shift. Throws conflict when the
 * till has too little.
 */
export async function lockTill(tx: Db, shiftId: number, cents: number): Promise<boolean> {
  const shift = await queries.lockShift(tx, shiftId)
  if (!shift || shift.closedAt !== null) return false
  const there = await queries.expectedBalance(tx, shiftId)
  if (there + cents < 0) throw conflict(CASH_MESSAGES.tillShort(there), 'till_short')
  return true
}

/** Returns what a ticket mail stores of its payment. Null if none was counted. */
export async function mailedReceiptOf(
  tx: Db,
  { id, listId }: GuestRow,
): Promise<z.input<typeof mailedReceipt> | null> {
  const till = await queries.getSaleContext(tx, { userId: 0, guestId: id, listId })
  if (!till?.sale) return null
  const { id: moveId, at, list, way, cents } = till.sale
  return { receipt: { id: moveId, year: till.year, at, list, way, cents } }
}
