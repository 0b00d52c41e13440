import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, getDb } from '@/db/pool'
import { insertActivities } from '@/db/queries/activities'
import { getNightChanges } from '@/db/queries/festival'
import {
  type BulkMail,
  insertMails,
  type RequeuedMail,
  requeueMails,
} from '@/db/queries/mails-bulk'
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

/**
 * Responses are delayed to the next multiple of this time in ms, so that the response time does not
 * reveal whether a ticket was found.
 */
const RESPONSE_INTERVAL_MS = 500

/** Rate limit per JMBAG or address (rule 14.6), far above what one person needs. */
const PER_PERSON = { points: 20, seconds: 600 }

/**
 * Maximum number of lost tickets that are mailed in an hour to all guests together, more than any
 * night has needed.
 */
const MAX_PER_HOUR = 600

const isHourlyLimitReached = async (db: Db) => (await queries.countLostTickets(db)) >= MAX_PER_HOUR

/**
 * Throws too_many if the limit per hour is reached. Runs before the search, so that the error
 * reveals nothing about a ticket.
 */
async function requireBelowHourlyLimit(): Promise<void> {
  if (!(await isHourlyLimitReached(getDb()))) return
  getMetrics().limited.inc({ limit: 'lost-tickets' })
  throw new ServiceError('too_many', LOST_TICKET_MESSAGES.tooMany, { retryAfterSeconds: 300 })
}

/**
 * Mails the tickets of a JMBAG or an e-mail address, each to the address of its guest. Skips
 * tickets that were mailed in the last five minutes. Returns nothing, so that it does not reveal
 * whether there are any. Throws too_many.
 */
export async function sendLostTickets(who: string): Promise<void> {
  await rateLimitByKey('lost-ticket', who, PER_PERSON)
  await requireBelowHourlyLimit()
  const startedAt = performance.now()
  try {
    await queueLostTickets(who)
  } finally {
    await sleep(RESPONSE_INTERVAL_MS - ((performance.now() - startedAt) % RESPONSE_INTERVAL_MS))
  }
}

async function queueLostTickets(who: string): Promise<void> {
  const search = lostTicketSearch(who, getConfig().STUDENT_EMAIL_DOMAIN)
  const found = await queries.listLostTickets(getDb(), search)
  // If the search is by address, only tickets count whose mail goes to this address.
  const mailable = found.filter((holder) => {
    const address = confirmationAddress(holder).toLowerCase()
    return search.email ? address === search.email : address !== ''
  })
  if (mailable.length === 0) return
  await withMail(async (tx) => {
    // Concurrent requests may have reached the limit meanwhile. Then nothing is sent now, and the
    // next request gets the error.
    if (await isHourlyLimitReached(tx)) return
    const mails = new Map(mailable.map((holder) => [holder.confCode, mailOf(holder)]))
    const resendable = await queries.lockResendableTickets(
      tx,
      [...mails].map(([code, { toMail }]) => ({ code, toMail })),
    )
    const requeued: RequeuedMail[] = []
    const added: BulkMail[] = []
    for (const { code, waitingIds } of resendable) {
      const mail = mails.get(code) as BulkMail
      if (waitingIds.length === 0) added.push(mail)
      const { toMail, name } = mail
      for (const id of waitingIds) requeued.push({ id, toMail, name, lowPriority: true })
    }
    await requeueMails(tx, requeued, null)
    const ids = [...requeued.map(({ id }) => id), ...(await insertMails(tx, added))]
    await insertActivities(
      tx,
      ids.map((id) => ({ userId: null, entity: 'mails', entityId: id, action: 'requested' })),
    )
  })
}

/**
 * Builds the mail of a ticket that is sent again. It has no sponsor id, so it does not count
 * against the daily limit of a sponsor's passes.
 */
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
 * Returns the night as a calendar file, for guests with a ticket; the file has no ticket data. It
 * works before the site is live too, because tickets are sent earlier. Its SEQUENCE counts the
 * changes of the night, so that a calendar moves the event when the file is added again. Throws
 * not_found if the festival has no opening or closing time, and gone after the end of the night.
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
    changes: await getNightChanges(getDb()),
  }
  return calendarFile(name, [night], `festival-${year}.ics`)
}
