import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import { lockGuest } from '@/db/queries/guests'
import { getMail, isMailQueued, type MailRow, type NewMail } from '@/db/queries/mails'
import type { UserRow } from '@/db/queries/users'
import { confirmationAddress } from '@/lib/guests/view'
import { notFound, ServiceError } from '@/lib/http/errors'
import { isOnItsWay } from './rules'
import type { Mail } from './schema'
import { queueMail } from './service'
import { viewMail } from './view'

/**
 * Sends a mail once more, on purpose: a record of its own; a ticket's confirmation to the
 * address that the guest has now. Throws not_found, or conflict when the code admits nobody
 * any more or the mail is on its way already.
 */
export async function resendMail(id: string, user: UserRow): Promise<Mail> {
  return getDb().transaction(async (tx) => {
    const before = await getMail(tx, id)
    if (!before) throw notFound('Mail ne postoji.')
    const resent = await queueMail(tx, { ...(await again(tx, before)), resend: true })
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

const alreadyQueued = (sentence: string) =>
  new ServiceError('conflict', sentence, { code: 'already_queued' })

/** What the mail says now: the festival's own words as they were, a ticket as its guest is. */
async function again(tx: Db, before: MailRow): Promise<NewMail> {
  const { template, subject, message, link, toMail, name, sponsorId, details } = before
  const same = { template, subject, message, link, sponsorId, details }
  if (before.confCode === null) {
    if (isOnItsWay(before.state)) throw alreadyQueued('Ovaj mail već čeka na slanje.')
    return { ...same, toMail, name }
  }
  const guest = before.guestId === null ? null : await lockGuest(tx, before.guestId)
  if (!guest?.confCode || guest.confCode !== before.confCode)
    throw new ServiceError('conflict', 'Karta iz ovog maila više ne vrijedi pa se ne šalje.', {
      code: 'ticket_returned',
    })
  if (await isMailQueued(tx, guest.confCode))
    throw alreadyQueued('Mail s ovom kartom već čeka na slanje.')
  return {
    ...same,
    toMail: confirmationAddress(guest),
    name: `${guest.name} ${guest.surname}`,
    confCode: guest.confCode,
    guestId: guest.id,
  }
}
