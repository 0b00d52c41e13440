import { getDb } from '@/db/client'
import {
  addSponsorGuest,
  deleteSponsorGuest,
  getSponsorList,
  listSponsorGuests,
} from '@/db/queries/sponsor-guests'
import { randomUuidV1 } from '@/lib/guests/conf-code'
import { isConfirmationCode } from '@/lib/guests/rules'
import { notFound, ServiceError } from '@/lib/http/errors'
import { limitBy } from '@/lib/http/rate-limit'
import { imageAddress } from '@/lib/images/address'
import type { SponsorGuest, SponsorList } from './list-schema'
import { SPONSOR_LIST_MESSAGES } from './messages'
import { effectiveSetting, viewSponsorGuest } from './view'

/** Writes of one link: pasting hundreds of names and correcting them passes, a script does not. */
const LIMIT = { points: 1200, seconds: 60 }

// What a sponsor does with its list, without an account: the key is the slug of its address.
// A key that opens nothing is answered with one and the same not_found, whatever is wrong.

export async function readSponsorList(slug: string): Promise<SponsorList> {
  const { name, guestCap, count, entered, ...row } = await listOf(slug)
  return {
    name,
    image: imageAddress(row.imageHash),
    guestCap,
    count,
    entered,
    guestsEnabled: effectiveSetting(row),
    deadline: row.guestsEnabled === 1 ? (row.deadline?.toISOString() ?? null) : null,
  }
}

export async function readSponsorGuests(slug: string): Promise<SponsorGuest[]> {
  const { id } = await listOf(slug)
  return (await listSponsorGuests(getDb(), id)).map(viewSponsorGuest)
}

/** Throws not_found for a key that opens nothing, conflict when the list is closed or full. */
export async function addToSponsorList({
  slug,
  name: fullName,
}: {
  slug: string
  name: string
}): Promise<SponsorGuest> {
  await admit(slug)
  const guest = { slug, fullName, confCode: randomUuidV1() }
  const outcome = await addSponsorGuest(getDb(), guest)
  if (outcome === 'full')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.full, { code: 'list_full' })
  return viewSponsorGuest(open(outcome))
}

/** Throws not_found for such a key or no such guest on the list, conflict when it is closed. */
export async function deleteFromSponsorList(key: { slug: string; id: number }): Promise<void> {
  await admit(key.slug)
  const outcome = await deleteSponsorGuest(getDb(), key)
  if (outcome === 'no_such_guest') throw notFound(SPONSOR_LIST_MESSAGES.noSuchGuest)
  open(outcome)
}

const noList = () => notFound(SPONSOR_LIST_MESSAGES.notThere)

async function listOf(slug: string) {
  const list = await getSponsorList(getDb(), slug)
  if (!list) throw noList()
  return list
}

/** Holds back whoever writes without end, and spares the count of what is no key at all. */
async function admit(slug: string): Promise<void> {
  if (!isConfirmationCode(slug)) throw noList()
  await limitBy('sponsor-list', slug.toLowerCase(), LIMIT)
}

function open<T extends object>(outcome: T | 'closed' | null): T {
  if (outcome === null) throw noList()
  if (outcome === 'closed')
    throw new ServiceError('conflict', SPONSOR_LIST_MESSAGES.closed, { code: 'list_closed' })
  return outcome
}
