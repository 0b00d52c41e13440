import { getDb } from '@/db/client'
import {
  type AddOutcome,
  addSponsorGuest,
  addSponsorGuests,
  deleteSponsorGuest,
  getSponsorList,
  isSponsorSlug,
  listSponsorGuests,
  markListOpened,
} from '@/db/queries/sponsor-guests'
import { randomUuidV1 } from '@/lib/guests/conf-code'
import { notFound, ServiceError } from '@/lib/http/errors'
import { limitBy } from '@/lib/http/rate-limit'
import { imageAddress } from '@/lib/images/schema'
import type { AddedSponsorGuests, SponsorGuest, SponsorList } from './list-schema'
import { SPONSOR_LIST_MESSAGES } from './messages'
import { effectiveSetting, viewSponsorGuest } from './view'

/** Writes of one link: pasting hundreds of names and correcting them passes, a script does not. */
const LIMIT = { points: 1200, seconds: 60 }

// What a sponsor does with its list, without an account: the key is the slug of its address.
// A key that opens nothing is answered with one and the same not_found, whatever is wrong.

export async function readSponsorList(slug: string): Promise<SponsorList> {
  return viewOwnList(await listOf(slug))
}

export async function readSponsorGuests(slug: string): Promise<SponsorGuest[]> {
  const { id } = await listOf(slug)
  return (await listSponsorGuests(getDb(), id)).map(viewSponsorGuest)
}

export interface WholeSponsorList {
  list: SponsorList
  guests: SponsorGuest[]
}

/** What the sponsor's page begins with; null for a key that opens nothing. */
export async function findSponsorList(slug: string): Promise<WholeSponsorList | null> {
  const row = await getSponsorList(getDb(), slug)
  if (!row) return null
  const guests = await listSponsorGuests(getDb(), row.id)
  return { list: viewOwnList(row), guests: guests.map(viewSponsorGuest) }
}

export const opensSponsorList = (slug: string): Promise<boolean> => isSponsorSlug(getDb(), slug)

/**
 * Keeps when the sponsor first saw its list; staff who look at it are nobody's guests. Throws
 * not_found for a key that opens nothing.
 */
export async function openSponsorList(slug: string, staff: object | null): Promise<void> {
  if (staff) await listOf(slug)
  else if (!(await markListOpened(getDb(), slug))) throw noList()
}

/** Throws not_found for a key that opens nothing, conflict when the list is closed or full. */
export async function addToSponsorList(asked: {
  slug: string
  name: string
  email?: string | null
}): Promise<SponsorGuest> {
  const { slug, name: fullName, email = null } = asked
  await admit(slug)
  const guest = { slug, fullName, email, confCode: randomUuidV1() }
  const outcome = await addSponsorGuest(getDb(), guest)
  if (outcome === 'full')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.full, { code: 'list_full' })
  return { ...open(outcome), email, entered: '0', pass: 'none' }
}

/**
 * Adds as many as there is room for, in one go, and says of each what became of it. Throws
 * not_found for a key that opens nothing.
 */
export async function addManyToSponsorList(asked: {
  slug: string
  guests: { name: string; email: string | null; again: boolean }[]
}): Promise<AddedSponsorGuests> {
  await admit(asked.slug)
  const guests = asked.guests.map(({ name, ...rest }) => ({
    ...rest,
    fullName: name,
    confCode: randomUuidV1(),
  }))
  const outcomes = await addSponsorGuests(getDb(), { slug: asked.slug, guests })
  if (!outcomes) throw noList()
  const told = outcomes.map((outcome, i) => viewOutcome(asked.guests[i]?.name ?? '', outcome))
  return { stored: told.filter(({ id }) => id !== null).length, guests: told }
}

const REASONS = { closed: 'list_closed', full: 'list_full', doubled: 'same_name' } as const

const viewOutcome = (name: string, outcome: AddOutcome): AddedSponsorGuests['guests'][number] =>
  typeof outcome === 'string'
    ? { name, id: null, reason: REASONS[outcome] }
    : { name: outcome.name, id: outcome.id, reason: null }

/** Throws not_found for such a key or no such guest on the list, conflict when it is closed. */
export async function deleteFromSponsorList(key: { slug: string; id: number }): Promise<void> {
  await admit(key.slug)
  const outcome = await deleteSponsorGuest(getDb(), key)
  if (outcome === 'no_such_guest') throw notFound(SPONSOR_LIST_MESSAGES.noSuchGuest)
  open(outcome)
}

export const noList = () => notFound(SPONSOR_LIST_MESSAGES.notThere)

type OwnListRow = NonNullable<Awaited<ReturnType<typeof getSponsorList>>>

async function listOf(slug: string): Promise<OwnListRow> {
  const list = await getSponsorList(getDb(), slug)
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
export const admit = (slug: string): Promise<void> =>
  limitBy('sponsor-list', slug.toLowerCase(), LIMIT)

function open<T extends object>(outcome: T | 'closed' | null): T {
  if (outcome === null) throw noList()
  if (outcome === 'closed')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.closed, { code: 'list_closed' })
  return outcome
}
