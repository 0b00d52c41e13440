import { getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { insertMails } from '@/db/queries/mails-bulk'
import { getSponsor } from '@/db/queries/sponsors'
import * as adding from '@/db/queries/sponsors-adding'
import { listMailsOfSponsor as listMails } from '@/db/queries/sponsors-invitations'
import * as queries from '@/db/queries/sponsors-own-list'
import { randomUuidV1 } from '@/db/uuid'
import { isSendingMail } from '@/lib/config/settings'
import { notFound, ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { imageAddress } from '@/lib/images/schema'
import { withMail } from '@/lib/jobs/with-mail'
import type { Mail } from '@/lib/mail/schema'
import { toMailResponse } from '@/lib/mail/service'
import { SPONSOR_LIST_MESSAGES, SPONSOR_MESSAGES } from './messages'
import type {
  AddedSponsorGuests,
  ListedGuest,
  QueuedPasses,
  SponsorGuest,
  SponsorList,
} from './own-list-schema'
import { effectiveSetting, passesPerDay, passStateOf } from './rules'

/**
 * Rate limit of writes to one sponsor list (rule 14.6). Pasting and correcting hundreds of names
 * stays below it, a script does not.
 */
const LIMIT = { points: 1200, seconds: 60 }

// A sponsor manages its list without an account: the slug in the URL gives access. Every wrong slug
// gets the same not_found, whatever is wrong with it (rule 5.14).

export async function getSponsorList(slug: string): Promise<SponsorList> {
  return viewOwnList(await listOf(slug))
}

export async function listSponsorGuests(slug: string): Promise<SponsorGuest[]> {
  const { id } = await listOf(slug)
  return (await readGuests(id)).map(viewSponsorGuest)
}

const readGuests = (sponsorId: number) =>
  queries.listSponsorGuests(getDb(), { sponsorId, hasProvider: isSendingMail() })

export interface SponsorListView {
  list: SponsorList
  guests: SponsorGuest[]
}

/** Returns the data for the first render of the sponsor's page; null if no list has the slug. */
export async function getSponsorListView(slug: string): Promise<SponsorListView | null> {
  const row = await queries.getSponsorList(getDb(), slug)
  if (!row) return null
  const guests = await readGuests(row.id)
  return { list: viewOwnList(row), guests: guests.map(viewSponsorGuest) }
}

/**
 * Stores the time at which the sponsor first opened its list. A visit by staff is not stored.
 * Throws not_found if no list has the slug.
 */
export async function recordListVisit(slug: string, staff: object | null): Promise<void> {
  if (staff) await listOf(slug)
  else if (!(await queries.markListOpened(getDb(), slug))) throw noList()
}

/**
 * Adds a guest to a list. Throws not_found if no list has the slug, and conflict if the list is
 * closed or full.
 */
export async function createSponsorGuest(input: {
  slug: string
  name: string
  email?: string | null
}): Promise<SponsorGuest> {
  const { slug, name: fullName, email = null } = input
  await limitWrites(slug)
  const guest = { slug, fullName, email, confCode: randomUuidV1() }
  const outcome = await adding.addSponsorGuest(getDb(), guest)
  if (outcome === 'full')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.full, { code: 'list_full' })
  return { ...requireOpenList(outcome), email, bought: '1', entered: '0', pass: 'none' }
}

/**
 * Adds as many of the guests as the list has free places, in one transaction, and returns a result
 * for each guest. Throws not_found if no list has the slug.
 */
export async function createSponsorGuests(input: {
  slug: string
  guests: { name: string; email: string | null; again: boolean }[]
}): Promise<AddedSponsorGuests> {
  await limitWrites(input.slug)
  const guests = input.guests.map(({ name, ...rest }) => ({
    ...rest,
    fullName: name,
    confCode: randomUuidV1(),
  }))
  const outcomes = await adding.addSponsorGuests(getDb(), { slug: input.slug, guests })
  if (!outcomes) throw noList()
  const results = outcomes.map((outcome, i) => viewOutcome(input.guests[i]?.name ?? '', outcome))
  return { stored: results.filter(({ id }) => id !== null).length, guests: results }
}

const REASONS = { closed: 'list_closed', full: 'list_full', doubled: 'same_name' } as const

const viewOutcome = (
  name: string,
  outcome: adding.AddOutcome,
): AddedSponsorGuests['guests'][number] =>
  typeof outcome === 'string'
    ? { name, id: null, reason: REASONS[outcome] }
    : { name: outcome.name, id: outcome.id, reason: null }

/**
 * Deletes a guest from a list. Throws not_found for an unknown slug or guest, and conflict if the
 * list is closed or the guest is inside.
 */
export async function deleteSponsorGuest(key: { slug: string; id: number }): Promise<void> {
  await limitWrites(key.slug)
  const outcome = await queries.deleteSponsorGuest(getDb(), key)
  if (outcome === 'no_such_guest') throw notFound(SPONSOR_LIST_MESSAGES.noSuchGuest)
  if (outcome === 'inside')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.guestInside, { code: 'guest_inside' })
  requireOpenList(outcome)
}

const noList = () => notFound(SPONSOR_LIST_MESSAGES.notThere)

type OwnListRow = NonNullable<Awaited<ReturnType<typeof queries.getSponsorList>>>

async function listOf(slug: string): Promise<OwnListRow> {
  const list = await queries.getSponsorList(getDb(), slug)
  if (!list) throw noList()
  return list
}

const viewOwnList = ({ name, guestCap, count, entered, ...row }: OwnListRow): SponsorList => ({
  name,
  image: imageAddress(row.imageHash),
  guestCap,
  count,
  entered,
  guestsEnabled: effectiveSetting(row),
  deadline: row.guestsEnabled === 1 ? (row.deadline?.toISOString() ?? null) : null,
  now: new Date().toISOString(),
})

/**
 * Applies the rate limit of writes to one list. A text that cannot be a slug is limited in the same
 * way (rule 5.14).
 */
const limitWrites = (slug: string): Promise<void> =>
  rateLimitByKey('sponsor-list', slug.toLowerCase(), LIMIT)

function requireOpenList<T extends object>(outcome: T | 'closed' | null): T {
  if (outcome === null) throw noList()
  if (outcome === 'closed')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.closed, { code: 'list_closed' })
  return outcome
}

/**
 * Sets the e-mail address of a guest, even on a closed list; null removes it. Throws not_found for
 * an unknown slug or guest, and conflict if the guest's pass is queued or was sent.
 */
export async function updateSponsorGuest(input: {
  slug: string
  id: number
  email: string | null
}): Promise<void> {
  await limitWrites(input.slug)
  const outcome = await queries.setSponsorGuestEmail(getDb(), input)
  if (outcome === null) throw noList()
  if (outcome === 'no_such_guest') throw notFound(SPONSOR_LIST_MESSAGES.noSuchGuest)
  if (outcome === 'sent')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.passSent, { code: 'pass_sent' })
}

/**
 * Queues the passes of a sponsor's guests, one mail per ticket. A second mail is queued only if the
 * first did not arrive, or was recorded before a mail provider was configured (rule 5.19). Passes
 * above the daily limit of the list are left for the next day. Throws not_found for an unknown slug,
 * and too_many if the limit leaves no pass.
 */
export async function sendSponsorPasses({
  slug,
  ids,
}: {
  slug: string
  ids: number[] | null
}): Promise<QueuedPasses> {
  await limitWrites(slug)
  return withMail(async (tx) => {
    const list = await queries.lockList(tx, slug)
    if (!list) throw noList()
    const hasProvider = isSendingMail()
    const holders = await queries.listPassHolders(tx, { sponsorId: list.id, ids, hasProvider })
    if (holders.length === 0) return { queued: 0, postponed: 0 }
    const allowed = passesPerDay(list.guestCap) - (await queries.countPassesOfDay(tx, list.id))
    if (allowed <= 0) throw new ServiceError('too_many', SPONSOR_LIST_MESSAGES.passesTooMany)
    const queued = await insertMails(
      tx,
      holders.slice(0, allowed).map(({ id, name, email, confCode, isAgain }) => ({
        template: 'sponsor-pass',
        toMail: email,
        name,
        confCode,
        guestId: id,
        sponsorId: list.id,
        details: { sponsor: list.name },
        resend: isAgain,
        lowPriority: true,
      })),
    )
    await insertActivity(tx, {
      userId: null,
      entity: 'sponsors',
      entityId: list.id,
      action: 'passes_queued',
      changes: { queued: [null, queued.length] },
    })
    return { queued: queued.length, postponed: Math.max(0, holders.length - allowed) }
  })
}

// The functions below are for staff.

/** Lists the guests on a sponsor's list. Throws not_found for an unknown sponsor. */
export async function listGuestsOfSponsor(id: number): Promise<ListedGuest[]> {
  await requireSponsor(id)
  return (await readGuests(id)).map(viewListedGuest)
}

/**
 * Lists the invitations and reminders to a sponsor, newest first. Throws not_found for an unknown
 * sponsor.
 */
export async function listMailsOfSponsor(id: number): Promise<Mail[]> {
  await requireSponsor(id)
  return (await listMails(getDb(), id)).map(toMailResponse)
}

async function requireSponsor(id: number): Promise<void> {
  if (!(await getSponsor(getDb(), id))) throw notFound(SPONSOR_MESSAGES.notThere)
}

const viewSponsorGuest = (row: queries.SponsorGuestRow): SponsorGuest => ({
  id: row.id,
  name: row.name,
  bought: row.hasTicket ? '1' : '0',
  entered: row.enteredAt ? '1' : '0',
  email: row.email,
  pass: passStateOf(row.mail),
})

const viewListedGuest = (row: queries.SponsorGuestRow): ListedGuest => ({
  ...viewSponsorGuest(row),
  addedTime: row.addedAt.toISOString(),
  enteredTime: row.arrivedAt?.toISOString() ?? null,
  passError: row.mailError,
})
