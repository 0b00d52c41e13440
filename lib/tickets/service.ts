import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, getDb } from '@/db/pool'
import { insertActivities } from '@/db/queries/activities'
import { insertMails } from '@/db/queries/mails-bulk'
import * as queries from '@/db/queries/tickets'
import { getConfig } from '@/lib/config/settings'
import { readEdition } from '@/lib/festival/service'
import { notFound, ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { withMail } from '@/lib/jobs/with-mail'
import { confirmationAddress } from '@/lib/mail/ticket-mail'
import { getMetrics } from '@/lib/metrics/registry'
import { requireBeforeEnd } from '@/lib/phase/service'
import { calendarFile, locationOf } from '@/lib/programme/calendar'
import { LOST_TICKET_MESSAGES, lostTicketSearch } from './rules'

/** Answers go out on the beat of so many milliseconds, and none tells by its time what was found. */
const BEAT = 500

/** Far above what a person needs to remember under which address it was. */
const PER_PERSON = { points: 20, seconds: 600 }

/** Lost tickets that are mailed in an hour to all together: more than any night has brought. */
const MOST_IN_AN_HOUR = 600

const isSpent = async (db: Db) => (await queries.countLostTickets(db)) >= MOST_IN_AN_HOUR

/** Asked before any ticket is looked for, so that a refusal tells nothing of one. */
async function requireSome(): Promise<void> {
  if (!(await isSpent(getDb()))) return
  getMetrics().limited.inc({ limit: 'lost-tickets' })
  throw new ServiceError('too_many', LOST_TICKET_MESSAGES.tooMany, { retryAfterSeconds: 300 })
}

/**
 * Mails the tickets that a JMBAG or an address means, each to the address that its guest has, and
 * none that a mail has brought within five minutes. Never says whether there are any. Throws too_many.
 */
export async function sendLostTickets(who: string): Promise<void> {
  await rateLimitByKey('lost-ticket', who, PER_PERSON)
  await requireSome()
  const begun = performance.now()
  try {
    await queueLostTickets(who)
  } finally {
    await sleep(BEAT - ((performance.now() - begun) % BEAT))
  }
}

async function queueLostTickets(who: string): Promise<void> {
  const question = lostTicketSearch(who, getConfig().STUDENT_EMAIL_DOMAIN)
  const found = await queries.listLostTickets(getDb(), question)
  // Of those found by an address, only those whose mail goes there.
  const meant = found.filter((holder) => {
    const address = confirmationAddress(holder).toLowerCase()
    return question.email ? address === question.email : address !== ''
  })
  if (meant.length === 0) return
  await withMail(async (tx) => {
    // Of many at once some have come as far as this; who is over now is told the next time.
    if (await isSpent(tx)) return
    const free = await queries.lockResendableTickets(
      tx,
      meant.map(({ confCode }) => confCode),
    )
    const mails = meant.filter(({ confCode }) => free.has(confCode)).map(mailOf)
    const ids = await insertMails(tx, mails)
    await insertActivities(
      tx,
      ids.map((id) => ({ userId: null, entity: 'mails', entityId: id, action: 'resent' })),
    )
  })
}

/** The mail that the ticket came by. Nobody's of a sponsor's own passes, which are counted. */
const mailOf = ({ id, listKind, list, confCode, ...guest }: queries.LostTicket) => ({
  ...(listKind === 'sponsor'
    ? { template: 'sponsor-pass', details: { sponsor: list } }
    : { template: 'ticket-confirmation' }),
  toMail: confirmationAddress(guest),
  name: `${guest.name} ${guest.surname}`.trim(),
  guestId: id,
  confCode,
  resend: true,
  lowPriority: true,
})

/**
 * The festival's night as a calendar, for whoever has a ticket; it names none. Also before the
 * site is live, since tickets go out earlier. Throws not_found while nobody has said when it is,
 * and gone after its end.
 */
export async function nightCalendar(): Promise<Response> {
  await requireBeforeEnd()
  const edition = await readEdition()
  const { name, year, opensAt, closesAt } = edition
  if (!opensAt || !closesAt) throw notFound(LOST_TICKET_MESSAGES.noDoors)
  const night = {
    key: `noc-${year}`,
    startsAt: opensAt,
    endsAt: closesAt,
    name: `${name} ${year}`,
    location: locationOf('', edition),
    path: '/karta',
  }
  return calendarFile(name, [night], `festival-${year}.ics`)
}
