import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { getEdition } from '@/db/queries/festival'
import { type GuestRow, getGuest, lockGuest } from '@/db/queries/guests'
import { insertMail } from '@/db/queries/mails'
import type { UserRow } from '@/db/queries/users'
import type { Caller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { mailedReceiptOf } from '@/lib/cash/payment'
import { isSendingMail } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { withMail } from '@/lib/jobs/with-mail'
import { takeOverQueuedMail } from '@/lib/mail/take-over'
import { confirmationMail } from '@/lib/mail/ticket-mail'
import { qrPath } from '@/lib/qr/qr'
import { requireShownGuest } from './access-log'
import { GUEST_MESSAGES } from './rules'
import type { SentAgain, ShownTicket } from './schema'

// Help at the desk for freshers who do not have their ticket with them: the desk sends the ticket
// again, shows it or prints it (rule 3.16).

/** Rate limit for sending the same ticket again, counted over all users (rule 14.6). */
const RESENDS = { points: 3, seconds: 60 }

const NO_ADDRESS = 'Gost nema adresu na koju bi karta otišla. Upišite e-mail pa pošaljite ponovno.'

/**
 * Sends the ticket of a fresher again, to the current e-mail address. A mail with the ticket that
 * waits elsewhere is sent instead of a new one. Throws not_found for other guests (except to
 * admins), conflict without a ticket or an address or while a mail with the ticket is about to go
 * to this address, too_many above the rate limit.
 */
export async function resendTicket(id: number, user: Caller): Promise<SentAgain> {
  await requireShownGuest(id, user)
  await holderOf(getDb(), id, user)
  await rateLimitByKey('resend-ticket', String(id), RESENDS)
  return withMail(async (tx) => {
    const guest = await holderOf(tx, id, user, lockGuest)
    const mail = confirmationMail(guest)
    if (mail.toMail === '') throw new ServiceError('conflict', NO_ADDRESS, { code: 'no_address' })
    const sent =
      (await takeOverQueuedMail(tx, guest.confCode, mail)) ??
      (await insertMail(tx, {
        ...mail,
        guestId: id,
        confCode: guest.confCode,
        resend: true,
        details: await mailedReceiptOf(tx, guest),
      }))
    if (!sent) throw new Error('a deliberate resend was not stored')
    await logTicket(tx, user, id, 'resent')
    return { mailedTo: mail.toMail, isMailSet: isSendingMail() }
  })
}

/**
 * Returns the ticket of a fresher for showing or printing, and records the user in the activity
 * log. Throws not_found for other guests (except to admins), conflict without a ticket.
 */
export async function showTicket(
  id: number,
  isPrinted: boolean,
  user: Caller,
): Promise<ShownTicket> {
  await requireShownGuest(id, user)
  const { name, surname, confCode, tag } = await holderOf(getDb(), id, user)
  const { name: festival, year, place, opensAt } = await getEdition(getDb())
  await logTicket(getDb(), user, id, isPrinted ? 'printed' : 'shown')
  return {
    name,
    surname,
    list: tag,
    code: confCode,
    qr: qrPath(confCode),
    festival: `${festival} ${year}`,
    place,
    opensAt: opensAt?.toISOString() ?? null,
  }
}

type Holder = GuestRow & { confCode: string }

async function holderOf(
  db: Db,
  id: number,
  user: UserRow,
  read: typeof getGuest = getGuest,
): Promise<Holder> {
  const guest = await read(db, id)
  if (!guest || (!guest.isBrucosi && !hasPermission(user.privilege, 'admin')))
    throw notFound(GUEST_MESSAGES.notThere)
  const { confCode } = guest
  if (confCode === null)
    throw new ServiceError('conflict', GUEST_MESSAGES.noTicket, { code: 'no_ticket' })
  return { ...guest, confCode }
}

const logTicket = (db: Db, user: UserRow, id: number, action: string) =>
  insertActivity(db, { userId: user.id, entity: 'guests', entityId: id, action })
