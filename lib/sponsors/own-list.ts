import { getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import { insertMails } from '@/db/queries/mails-bulk'
import { getSponsor } from '@/db/queries/sponsors'
import * as adding from '@/db/queries/sponsors-adding'
import { listMailsOfSponsor as listMails } from '@/db/queries/sponsors-invitations'
import * as queries from '@/db/queries/sponsors-own-list'
import { randomUuidV1 } from '@/db/uuid'
import { notFound, ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { imageAddress } from '@/lib/images/schema'
import { withMail } from '@/lib/jobs/with-mail'
import type { Mail } from '@/lib/mail/schema'
import { toMailResponse } from '@/lib/mail/service'
import { SPONSOR_LIST_MESSAGES, SPONSOR_MESSAGES } from './messages'
import type { AddedSponsorGuests, ListedGuest, SponsorGuest, SponsorList } from './own-list-schema'
import { effectiveSetting, passesPerDay, passStateOf } from './rules'

/** Writes of one link: pasting hundreds of names and correcting them passes, a script does not. */
const LIMIT = { points: 1200, seconds: 60 }

// What a sponsor does with its list, without an account: the key is the slug of its address.
// A key that opens nothing is answered with one and the same not_found, whatever is wrong.

export async function getSponsorList(slug: string): Promise<SponsorList> {
  return viewOwnList(await listOf(slug))
}

export async function listSponsorGuests(slug: string): Promise<SponsorGuest[]> {
  const { id } = await listOf(slug)
  return (await queries.listSponsorGuests(getDb(), id)).map(viewSponsorGuest)
}

export interface SponsorListView {
  list: SponsorList
  guests: SponsorGuest[]
}

/** What the sponsor's page begins with; null for a key that opens nothing. */
export async function getSponsorListView(slug: string): Promise<SponsorListView | null> {
  const row = await queries.getSponsorList(getDb(), slug)
  if (!row) return null
  const guests = await queries.listSponsorGuests(getDb(), row.id)
  return { list: viewOwnList(row), guests: guests.map(viewSponsorGuest) }
}

/**
 * Keeps when the sponsor first saw its list; staff who look at it are nobody's guests. Throws
 * not_found for a key that opens nothing.
 */
export async function openOwnList(slug: string, staff: object | null): Promise<void> {
  if (staff) await listOf(slug)
  else if (!(await queries.markListOpened(getDb(), slug))) throw noList()
}

/** Throws not_found for a key that opens nothing, conflict when the list is closed or full. */
export async function createSponsorGuest(asked: {
  slug: string
  name: string
  email?: string | null
}): Promise<SponsorGuest> {
  const { slug, name: fullName, email = null } = asked
  await admit(slug)
  const guest = { slug, fullName, email, confCode: randomUuidV1() }
  const outcome = await adding.addSponsorGuest(getDb(), guest)
  if (outcome === 'full')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.full, { code: 'list_full' })
  return { ...open(outcome), email, entered: '0', pass: 'none' }
}

/**
 * Adds as many as there is room for, in one go, and says of each what became of it. Throws
 * not_found for a key that opens nothing.
 */
export async function createSponsorGuests(asked: {
  slug: string
  guests: { name: string; email: string | null; again: boolean }[]
}): Promise<AddedSponsorGuests> {
  await admit(asked.slug)
  const guests = asked.guests.map(({ name, ...rest }) => ({
    ...rest,
    fullName: name,
    confCode: randomUuidV1(),
  }))
  const outcomes = await adding.addSponsorGuests(getDb(), { slug: asked.slug, guests })
  if (!outcomes) throw noList()
  const told = outcomes.map((outcome, i) => viewOutcome(asked.guests[i]?.name ?? '', outcome))
  return { stored: told.filter(({ id }) => id !== null).length, guests: told }
}

const REASONS = { closed: 'list_closed', full: 'list_full', doubled: 'same_name' } as const

const viewOutcome = (
  name: string,
  outcome: adding.AddOutcome,
): AddedSponsorGuests['guests'][number] =>
  typeof outcome === 'string'
    ? { name, id: null, reason: REASONS[outcome] }
    : { name: outcome.name, id: outcome.id, reason: null }

/** Throws not_found for such a key or no such guest on the list, conflict when it is closed. */
export async function deleteSponsorGuest(key: { slug: string; id: number }): Promise<void> {
  await admit(key.slug)
  const outcome = await queries.deleteSponsorGuest(getDb(), key)
  if (outcome === 'no_such_guest') throw notFound(SPONSOR_LIST_MESSAGES.noSuchGuest)
  open(outcome)
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

/** Holds back whoever writes without end; what is no key at all takes the same way. */
const admit = (slug: string): Promise<void> =>
  rateLimitByKey('sponsor-list', slug.toLowerCase(), LIMIT)

function open<T extends object>(outcome: T | 'closed' | null): T {
  if (outcome === null) throw noList()
  if (outcome === 'closed')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.closed, { code: 'list_closed' })
  return outcome
}

/**
 * Writes the address beside a guest, '' or null for none, also on a closed list. Throws
 * not_found for such a key or no such guest, conflict once the pass has gone out.
 */
export async function updateSponsorGuest(asked: {
  slug: string
  id: number
  email: string | null
}): Promise<void> {
  await admit(asked.slug)
  const outcome = await queries.setSponsorGuestEmail(getDb(), asked)
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
  return withMail(async (tx) => {
    const list = await queries.lockList(tx, slug)
    if (!list) throw noList()
    const holders = await queries.listPassHolders(tx, { sponsorId: list.id, ids })
    if (holders.length === 0) return { queued: 0 }
    if (
      (await queries.countPassesOfDay(tx, list.id)) + holders.length >
      passesPerDay(list.guestCap)
    )
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
    return { queued: queued.length }
  })
}

// What staff see of a list.

/** The guests on a sponsor's list as staff see them. Throws not_found. */
export async function listGuestsOfSponsor(id: number): Promise<ListedGuest[]> {
  await sponsorHeld(id)
  return (await queries.listSponsorGuests(getDb(), id)).map(viewListedGuest)
}

/** The invitations and reminders that went to a sponsor, newest first. Throws not_found. */
export async function listMailsOfSponsor(id: number): Promise<Mail[]> {
  await sponsorHeld(id)
  return (await listMails(getDb(), id)).map(toMailResponse)
}

async function sponsorHeld(id: number): Promise<void> {
  if (!(await getSponsor(getDb(), id))) throw notFound(SPONSOR_MESSAGES.notThere)
}

const viewSponsorGuest = (row: queries.SponsorGuestRow): SponsorGuest => ({
  id: row.id,
  name: row.name,
  entered: row.enteredAt ? '1' : '0',
  email: row.email,
  pass: passStateOf(row.mail),
})

const viewListedGuest = (row: queries.SponsorGuestRow): ListedGuest => ({
  ...viewSponsorGuest(row),
  addedTime: row.addedAt.toISOString(),
  enteredTime: row.enteredAt?.toISOString() ?? null,
  passError: row.mailError,
})
