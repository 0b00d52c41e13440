import { randomUuidV1 } from '@/db/uuid'
import type { Caller } from '@/lib/api/caller'
import { prepareSale } from '@/lib/cash/payment'
import { ServiceError } from '@/lib/http/errors'
import { confirmationMail } from '@/lib/mail/ticket-mail'
import { canBuy, GUEST_MESSAGES } from './rules'
import type { ChangedGuest, GuestChange } from './schema'
import { writeGuest } from './write-guest'

/**
 * Sells a ticket to a guest. One statement stores the code, corrected names, the confirmation mail
 * and the payment. A guest who has a ticket stays as it is and gets no second mail (rule 3.9).
 *
 * Throws invalid if a name is missing, conflict without an open cash shift, without a price or if
 * the price differs from the price at the desk, and the same errors as `writeGuest`.
 */
export function sellTicket(id: number, change: GuestChange, user: Caller): Promise<ChangedGuest> {
  return writeGuest(id, change, user, async (before, edits) => {
    if (before.boughtAt) return { patch: {}, action: 'changed' }
    const patch = { ...edits, confCode: randomUuidV1() }
    const buyer = { ...before, ...patch }
    if (!canBuy(buyer))
      throw new ServiceError('invalid', GUEST_MESSAGES.nameMissing, { code: 'name_missing' })
    const payment = await prepareSale(before, edits.list, change.payment, user)
    return { patch, action: 'sold', mail: confirmationMail(buyer), payment }
  })
}
