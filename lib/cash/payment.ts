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
 * Payment that is stored together with the sale or the return of a ticket. A sale by an admin who
 * names no payment has none, because no till is involved. The return of a ticket refunds the money
 * that was paid for it at the desk (rule 3.20).
 */
export interface TicketPayment {
  /** Cash movement that is inserted by the same statement as the change of the guest. */
  move: queries.TicketMove
  /** Receipt without its number and time. */
  receipt: {
    festival: string
    year: number
    list: string
    way: queries.PaymentMethod
    cents: number
  }
  /** Croatian description of the payment for the activity log. */
  description: string
  /**
   * Set only if cash is taken out of a till. Locks the till in the transaction of the write.
   * Resolves to false if the cash shift has ended. Throws conflict if the till has too little cash.
   */
  lockTill: ((tx: Db) => Promise<boolean>) | null
  /** Returns the complete receipt after the write, with its number and time. */
  completeReceipt: (written: { guest: GuestRow; moveId: number }) => Receipt
}

const conflict = (sentence: string, code: string) =>
  new ServiceError('conflict', sentence, { code })

/**
 * Prepares the payment of a sale. Null while the cash desk is off, and for an admin who names no
 * payment. Throws conflict for cash without an open shift, without a price, or if the price differs
 * from the price that the desk showed.
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
 * Prepares the refund for a returned ticket. Null if no payment of the ticket is stored. Throws
 * conflict if cash is refunded at the desk without an open cash shift. While the cash desk is off no
 * cash shift can be open, so the refund belongs to none.
 */
export async function prepareReturn(
  guest: GuestRow,
  payment: PaymentInput | undefined,
  user: UserRow,
): Promise<TicketPayment | null> {
  const context = await saleContext(guest, guest.listId, user)
  if (!context?.sale) return null
  const { festival, year, shiftId, sale } = context
  const isWithoutShift = sale.way === 'cash' && shiftId === null
  if (isWithoutShift && isAtDesk(payment, user) && (await isCashDeskEnabled()))
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
 * Locks the till of a cash shift and checks that it does not go below zero (rule 3.21). `cents` is
 * the amount to put in, negative to take out. Returns false if the shift has ended. Throws conflict
 * if the till has too little cash.
 */
export async function lockTill(tx: Db, shiftId: number, cents: number): Promise<boolean> {
  const shift = await queries.lockShift(tx, shiftId)
  if (!shift || shift.closedAt !== null) return false
  const balance = await queries.expectedBalance(tx, shiftId)
  if (balance + cents < 0) throw conflict(CASH_MESSAGES.tillShort(balance), 'till_short')
  return true
}

/**
 * Returns the payment of a ticket in the form in which its mail stores it. Null if nothing was paid
 * at the desk.
 */
export async function mailedReceiptOf(
  tx: Db,
  { id, listId }: GuestRow,
): Promise<z.input<typeof mailedReceipt> | null> {
  const till = await queries.getSaleContext(tx, { userId: 0, guestId: id, listId })
  if (!till?.sale) return null
  const { id: moveId, at, list, way, cents } = till.sale
  return { receipt: { id: moveId, year: till.year, at, list, way, cents } }
}
