import { getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import { lockGuest } from '@/db/queries/gate'
import { getMail, isMailQueued } from '@/db/queries/mail'
import type { UserRow } from '@/db/queries/users'
import { confirmationAddress } from '@/lib/guests/service'
import { notFound, ServiceError } from '@/lib/http/errors'
import type { Mail } from './schema'
import { queueMail } from './service'
import { viewMail } from './view'

/**
 * Sends a ticket's confirmation once more, on purpose: a record of its own, to the address
 * that the guest has now. Throws not_found, or conflict when the code admits nobody any
 * more or a mail with it is on its way already.
 */
export async function resendMail(id: string, user: UserRow): Promise<Mail> {
  return getDb().transaction(async (tx) => {
    const before = await getMail(tx, id)
    if (!before) throw notFound('Mail ne postoji.')
    const guest = before.guestId === null ? null : await lockGuest(tx, before.guestId)
    if (!guest?.confCode || guest.confCode !== before.confCode)
      throw new ServiceError('conflict', 'Karta iz ovog maila više ne vrijedi pa se ne šalje.', {
        code: 'ticket_returned',
      })
    if (await isMailQueued(tx, guest.confCode))
      throw new ServiceError('conflict', 'Mail s ovom kartom već čeka na slanje.', {
        code: 'already_queued',
      })
    const resent = await queueMail(tx, {
      template: before.template,
      toMail: confirmationAddress(guest),
      name: `${guest.name} ${guest.surname}`,
      confCode: guest.confCode,
      guestId: guest.id,
      resend: true,
    })
    const row = resent && (await getMail(tx, resent))
    if (!row) throw new Error('a deliberate resend was not stored')
    await insertActivity(tx, {
      userId: user.id,
      entity: 'mails',
      entityId: row.id,
      action: 'resent',
    })
    return viewMail(row)
  })
}
