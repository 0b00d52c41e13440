import type { Caller } from '@/lib/api/caller'
import { prepareReturn } from '@/lib/cash/payment'
import type { ChangedGuest, GuestChange } from './schema'
import { writeGuest } from './write-guest'

/**
 * Takes a ticket back. Its code admits no one any more, and money paid at the desk goes back out of the
 * till of the user. A guest without a ticket stays without one.
 *
 * Throws conflict without an open shift or when the till has too little cash, and what `writeGuest` throws.
 */
export function returnTicket(id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> {
  return writeGuest(id, change, user, async (before, edits) => {
    if (!before.boughtAt) return { patch: edits, action: 'changed' }
    const payment = await prepareReturn(before, change.payment, user)
    return { patch: { ...edits, confCode: null }, action: 'returned', payment }
  })
}
