import type { Caller } from '@/lib/api/caller'
import { prepareReturn } from '@/lib/cash/payment'
import { requireUnchanged } from '@/lib/http/precondition'
import type { ChangedGuest, GuestChange } from './schema'
import { writeGuest } from './write-guest'

/**
 * Returns the ticket of a guest (rule 3.10). The code of the ticket becomes invalid, and money paid
 * at the desk is refunded (rule 3.20). For a guest without a ticket, only the other fields change.
 *
 * Throws conflict if the guest has another ticket than `change.ticket`, without an open cash shift,
 * or if the till has too little cash, and the same errors as `writeGuest`.
 */
export function returnTicket(id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> {
  return writeGuest(id, change, user, async (before, edits) => {
    if (!before.boughtAt) return { patch: edits, action: 'changed' }
    if (change.ticket !== undefined) requireUnchanged({ confCode: change.ticket }, before)
    const payment = await prepareReturn(before, change.payment, user)
    return { patch: { ...edits, confCode: null }, action: 'returned', payment }
  })
}
