import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guests, sponsors } from '../schema'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'
import { hasSlug, isListClosed } from './sponsors'

/** What a sponsor sees of a guest of its list. */
export interface SponsorGuestRow {
  id: number
  name: string
  entered: boolean
}

const columns = {
  id: guests.id,
  name: sql<string>`btrim(${guests.name} || ' ' || ${guests.surname})`,
  entered: sql<boolean>`${guests.enteredAt} is not null`,
}

const isOnList = (sponsorId: number) =>
  and(eq(guests.sponsorId, sponsorId), isNull(guests.deletedAt))

/** The live guests of a sponsor, in the order in which they were added. */
export function listSponsorGuests(db: Db, sponsorId: number): Promise<SponsorGuestRow[]> {
  return db.select(columns).from(guests).where(isOnList(sponsorId)).orderBy(asc(guests.id))
}

/**
 * The list behind a slug, held until the transaction ends: whoever else wants to change it
 * waits here. It is read only after the wait, as it has become meanwhile, and by then the
 * deadline may have passed.
 */
async function lockList(tx: Db, slug: string) {
  const [held] = await tx
    .select({ id: sponsors.id })
    .from(sponsors)
    .where(hasSlug(slug))
    .for('update')
  if (!held) return null
  const [list] = await tx
    .select({
      id: sponsors.id,
      isClosed: isListClosed,
      isFull: sql<boolean>`${sponsors.guestCap} <= (
        select count(*) from guests where sponsor_id = ${held.id} and deleted_at is null)`,
    })
    .from(sponsors)
    .where(eq(sponsors.id, held.id))
  return list ?? null
}

/**
 * Adds a guest, with a ticket, to the list behind a slug. Null when there is none, `closed`
 * after the deadline, `full` when the cap is reached; a deleted guest frees a place.
 */
export function addSponsorGuest(
  db: Db,
  guest: { slug: string; fullName: string; confCode: string },
): Promise<SponsorGuestRow | 'closed' | 'full' | null> {
  return db.transaction(async (tx) => {
    const list = await lockList(tx, guest.slug)
    if (!list) return null
    if (list.isClosed) return 'closed'
    if (list.isFull) return 'full'
    const [row] = await tx
      .insert(guests)
      .values({
        ...splitName(guest.fullName),
        sponsorId: list.id,
        confCode: guest.confCode,
        boughtAt: sql`now()`,
      })
      .returning(columns)
    return row as SponsorGuestRow
  })
}

/** The last word is the surname; a single one is a name. */
function splitName(fullName: string): { name: string; surname: string } {
  const words = fullName.trim().split(/\s+/)
  const surname = words.length > 1 ? (words.pop() as string) : ''
  return { name: words.join(' '), surname }
}

/** Deletes a guest of this list and no other; null when there is no such guest or list. */
export function deleteSponsorGuest(
  db: Db,
  { slug, id }: { slug: string; id: number },
): Promise<SponsorGuestRow | 'closed' | null> {
  return db.transaction(async (tx) => {
    const list = await lockList(tx, slug)
    if (!list) return null
    if (list.isClosed) return 'closed'
    const [row] = await tx
      .update(guests)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(guests.id, id), isOnList(list.id)))
      .returning(columns)
    return row ?? null
  })
}

/** How far a sponsor's list has got: places approved, on the list, at the festival. */
export interface SponsorCountRow {
  id: number
  name: string
  guestCap: number
  listed: number
  entered: number
}

const listed = sql<number>`coalesce(counts.listed, 0)`
const entered = sql<number>`coalesce(counts.entered, 0)`

const shape: ListShape = {
  text: { name: sql`public.fold_text(${sponsors.name})` },
  exact: {},
  order: {
    id: sql`${sponsors.id}`,
    name: sql`public.fold_text(${sponsors.name})`,
    order: sql`${sponsors.order}`,
    guestCap: sql`${sponsors.guestCap}`,
    listed,
    entered,
  },
}

export const SPONSOR_COUNT_FIELDS = fieldsOf(shape, ['name'])

/** The counts of each sponsor, in their order unless another is asked for; how many match. */
export function listSponsorCounts(
  db: Db,
  params: ListParams,
): Promise<{ rows: SponsorCountRow[]; total: number }> {
  const counts = db
    .select({
      sponsorId: guests.sponsorId,
      listed: sql<number>`count(*)::int`.as('listed'),
      entered: sql<number>`count(${guests.enteredAt})::int`.as('entered'),
    })
    .from(guests)
    .where(and(isNotNull(guests.sponsorId), isNull(guests.deletedAt)))
    .groupBy(guests.sponsorId)
    .as('counts')
  const where = searchCondition(shape, params)
  const query = db
    .select({
      id: sponsors.id,
      name: sponsors.name,
      guestCap: sponsors.guestCap,
      listed,
      entered,
    })
    .from(sponsors)
    .leftJoin(counts, eq(counts.sponsorId, sponsors.id))
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), asc(sponsors.order), asc(sponsors.id))
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(sponsors, where))
}
