import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { driverOf } from '../driver'
import { guests, sponsors } from '../schema'
import { changesBetween, forgetInActivities, insertActivity } from './activities'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'
import { hasSlug, isListClosed, LIST_CLOSED, mayBeSlug } from './sponsors'

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

const isOnListOf = (sponsor: number | typeof sponsors.id) =>
  and(eq(guests.sponsorId, sponsor), isNull(guests.deletedAt))

/** The moment at which the lists close that a moment binds. */
const deadline = sql<Date | null>`(
  select flag.at from visibility_flags flag where flag.name = 'SPONSORS_INPUT_TIME')`.mapWith(
  (at: string) => new Date(at),
)

/** The list behind a slug, as its sponsor may see it. */
export async function getSponsorList(db: Db, slug: string) {
  const [row] = await db
    .select({
      id: sponsors.id,
      name: sponsors.name,
      imageHash: sponsors.imageHash,
      guestCap: sponsors.guestCap,
      guestsEnabled: sponsors.guestsEnabled,
      isListClosed,
      deadline,
      count: sql<number>`count(${guests.id})::int`,
      entered: sql<number>`count(${guests.enteredAt})::int`,
    })
    .from(sponsors)
    .leftJoin(guests, isOnListOf(sponsors.id))
    .where(hasSlug(slug))
    .groupBy(sponsors.id)
  return row ?? null
}

/** The live guests of a sponsor, in the order in which they were added. */
export function listSponsorGuests(db: Db, sponsorId: number): Promise<SponsorGuestRow[]> {
  return db.select(columns).from(guests).where(isOnListOf(sponsorId)).orderBy(asc(guests.id))
}

/**
 * Adds a guest, with a ticket, to the list behind a slug. Null when there is none, `closed`
 * after the deadline, `full` when the cap is reached; a deleted guest frees a place.
 */
export async function addSponsorGuest(
  db: Db,
  { slug, fullName, confCode }: { slug: string; fullName: string; confCode: string },
): Promise<SponsorGuestRow | 'closed' | 'full' | null> {
  if (!mayBeSlug(slug)) return null
  const { name, surname } = splitName(fullName)
  const changes = JSON.stringify(changesBetween(null, { name, surname }))
  const list = await db.transaction(async (tx) => {
    const sql = driverOf(tx)
    // Sent together: the second is run, and reads the list, after the first has waited its turn.
    const [, [row]] = await Promise.all([
      sql`select from sponsors where slug = ${slug} for update`,
      sql<{ isClosed: boolean; id: number | null }[]>`
        with list as (
          select id, name, ${sql.unsafe(LIST_CLOSED)} as closed, guest_cap <= (
            select count(*) from guests where sponsor_id = sponsors.id and deleted_at is null
          ) as filled
          from sponsors where slug = ${slug}
        ), added as (
          insert into guests (name, surname, sponsor_id, conf_code, bought_at)
          select ${name}, ${surname}, id, ${confCode}, now() from list where not closed and not filled
          returning id
        ), recorded as (
          insert into activities (entity, entity_id, action, changes)
          select 'guests', added.id::text, 'created', ${changes}::text::jsonb
            || jsonb_build_object('sponsor', jsonb_build_array(null, list.name))
          from added, list
        )
        select closed as "isClosed", added.id from list left join added on true`,
    ])
    return row
  })
  if (!list) return null
  if (list.id !== null) return { id: list.id, name: `${name} ${surname}`.trim(), entered: false }
  return list.isClosed ? 'closed' : 'full'
}

/** The last word is the surname; a single one is a name. */
function splitName(fullName: string): { name: string; surname: string } {
  const words = fullName.trim().split(/\s+/)
  const surname = words.length > 1 ? (words.pop() as string) : ''
  return { name: words.join(' '), surname }
}

/** Deletes a guest of this list and no other; null when there is no such list. */
export function deleteSponsorGuest(
  db: Db,
  { slug, id }: { slug: string; id: number },
): Promise<SponsorGuestRow | 'closed' | 'no_such_guest' | null> {
  return db.transaction(async (tx) => {
    const [held] = await tx
      .select({ id: sponsors.id, name: sponsors.name })
      .from(sponsors)
      .where(hasSlug(slug))
      .for('update')
    if (!held) return null
    // Asked only now, because the deadline may have passed while the list was waited for.
    const [list] = await tx.select({ isListClosed }).from(sponsors).where(eq(sponsors.id, held.id))
    if (list?.isListClosed) return 'closed'
    const [row] = await tx
      .update(guests)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(guests.id, id), isOnListOf(held.id)))
      .returning(columns)
    if (!row) return 'no_such_guest'
    const changes = changesBetween({ name: row.name, sponsor: held.name }, null)
    // A sponsor has no account, so the line names it instead of a person.
    const line = { userId: null, entity: 'guests' as const, entityId: id, action: 'deleted' }
    await insertActivity(tx, { ...line, changes })
    await forgetInActivities(tx, 'guests', id)
    return row
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
