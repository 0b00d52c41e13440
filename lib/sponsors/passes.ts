import { getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import { insertMails } from '@/db/queries/mails-bulk'
import { lockList } from '@/db/queries/sponsor-guests'
import {
  countPassesOfDay,
  listPassHolders,
  setSponsorGuestEmail,
} from '@/db/queries/sponsor-passes'
import { notFound, ServiceError } from '@/lib/http/errors'
import { SPONSOR_LIST_MESSAGES } from './messages'
import { admit, noList } from './own-list'
import { passesPerDay } from './rules'

/**
 * Writes the address beside a guest, '' or null for none, also on a closed list. Throws
 * not_found for such a key or no such guest, conflict once the pass has gone out.
 */
export async function addressSponsorGuest(asked: {
  slug: string
  id: number
  email: string | null
}): Promise<void> {
  await admit(asked.slug)
  const outcome = await setSponsorGuestEmail(getDb(), asked)
  if (outcome === null) throw noList()
  if (outcome === 'no_such_guest') throw notFound(SPONSOR_LIST_MESSAGES.noSuchGuest)
  if (outcome === 'sent')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.passSent, { code: 'pass_sent' })
}

/**
 * Queues the passes of a sponsor's guests: one mail per ticket, a second one only after the
 * first has reached nobody. Throws not_found for such a key, too_many beyond a day's measure.
 */
export async function sendSponsorPasses({
  slug,
  ids,
}: {
  slug: string
  ids: number[] | null
}): Promise<{ queued: number }> {
  await admit(slug)
  return getDb().transaction(async (tx) => {
    const list = await lockList(tx, slug)
    if (!list) throw noList()
    const holders = await listPassHolders(tx, { sponsorId: list.id, ids })
    if (holders.length === 0) return { queued: 0 }
    if ((await countPassesOfDay(tx, list.id)) + holders.length > passesPerDay(list.guestCap))
      throw new ServiceError('too_many', SPONSOR_LIST_MESSAGES.passesTooMany)
    const queued = await insertMails(
      tx,
      holders.map(({ id, name, email, confCode, isAgain }) => ({
        template: 'sponsor-pass',
        toMail: email,
        name,
        confCode,
        guestId: id,
        sponsorId: list.id,
        details: { sponsor: list.name },
        resend: isAgain,
      })),
    )
    await insertActivity(tx, {
      userId: null,
      entity: 'sponsors',
      entityId: list.id,
      action: 'passes_queued',
      changes: { queued: [null, queued.length] },
    })
    return { queued: queued.length }
  })
}
