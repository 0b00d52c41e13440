import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { driverOf } from '../driver'
import { guests, sponsors } from '../schema'
import { changesBetween, forgetInActivities, insertActivity } from './activities'
import { listOf } from './guests-lists'
import { hasSlug, isListClosed, LIST_CLOSED, mayBeSlug } from './sponsors'

/** A guest of a sponsor's list. */
export interface SponsorGuestRow {
  id: number
  name: string
  /** Where the sponsor would have the pass sent. */
  email: string | null
  addedAt: Date
  enteredAt: Date | null
  /** State of the newest mail with its ticket; null when there is none. */
  mail: string | null
  /** Why that mail failed, if it did. */
  mailError: string | null
}

/** The newest mail with the guest's ticket, whoever had it sent. */
const newestMail = (column: 'state' | 'last_error') => sql<string | null>`(
  select m.${sql.raw(column)} from mails m where m.conf_code = guests.conf_code
    and m.template in ('sponsor-pass', 'ticket-confirmation')
  order by m.created_at desc, m.id limit 1)`

const columns = {
  id: guests.id,
  name: sql<string>`btrim(${guests.name} || ' ' || ${guests.surname})`,
  email: guests.email,
  addedAt: guests.createdAt,
  enteredAt: guests.enteredAt,
  mail: newestMail('state'),
  mailError: newestMail('last_error'),
}

const isOnListOf = (sponsor: number | typeof sponsors.id) =>
  and(eq(guests.listId, listOf(sponsor)), isNull(guests.deletedAt))

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

/** Whether a slug opens a list: one statement, whatever is wrong with it. */
export async function isSponsorSlug(db: Db, slug: string): Promise<boolean> {
  return (await db.select({ id: sponsors.id }).from(sponsors).where(hasSlug(slug))).length > 0
}

/** Keeps the first time that a sponsor opened its list by this slug; null when there is none. */
export async function markListOpened(db: Db, slug: string): Promise<{ id: number } | null> {
  const [row] = await db
    .update(sponsors)
    .set({ openedAt: sql`coalesce(${sponsors.openedAt}, now())` })
    .where(hasSlug(slug))
    .returning({ id: sponsors.id })
  return row ?? null
}

/** The live guests of a sponsor, in the order in which they were added. */
export function listSponsorGuests(db: Db, sponsorId: number): Promise<SponsorGuestRow[]> {
  return db.select(columns).from(guests).where(isOnListOf(sponsorId)).orderBy(asc(guests.id))
}

/** Somebody to put on a list. */
export interface AskedGuest {
  fullName: string
  email?: string | null
  confCode: string
  /** Also beside one of the same name. */
  again?: boolean
}

/** What became of one of them: stored under this id, or why not. */
export type AddOutcome = { id: number; name: string } | 'closed' | 'full' | 'doubled'

/**
 * Puts guests, with their tickets, on the list behind a slug, as many as the cap lets in, in
 * their order: a deleted guest has freed a place. Null when there is no such list.
 */
export async function addSponsorGuests(
  db: Db,
  { slug, guests: asked }: { slug: string; guests: AskedGuest[] },
): Promise<AddOutcome[] | null> {
  // What cannot be a slug is asked for like any other wrong one.
  const key = mayBeSlug(slug) ? slug : null
  const rows = asked.map(({ fullName, ...rest }) => ({ ...splitName(fullName), ...rest }))
  const outcomes = await db.transaction(async (tx) => {
    const sql = driverOf(tx)
    // Sent together: the second is run, and reads the list, after the first has waited its turn.
    const [, found] = await Promise.all([
      sql`select from sponsors where slug = ${key} for no key update`,
      sql<{ isClosed: boolean; isDoubled: boolean; id: number | null }[]>`
        with list as (
          select l.id, l.name, ${sql.unsafe(LIST_CLOSED)} as closed, guest_cap - (
            select count(*) from guests where list_id = l.id and deleted_at is null
          ) as room
          from sponsors join guest_lists l on l.sponsor_id = sponsors.id
          where sponsors.slug = ${key}
        ), asked as (
          select r.*, public.fold_text(r.name || ' ' || r.surname) as folded
          from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as (
            name text, surname text, email text, "confCode" uuid, again boolean
          )) with ordinality as r(name, surname, email, code, again, n)
        ), judged as (
          select asked.*, again is not true and (
            row_number() over (partition by folded order by n) > 1 or exists (
              select from guests g, list
              where g.list_id = list.id and g.deleted_at is null and g.search_name = folded)
          ) as doubled
          from asked
        ), fitting as (
          select judged.*, row_number() over (order by n) <= list.room as fits
          from judged, list where not doubled and not closed
        ), added as (
          insert into guests (name, surname, email, list_id, conf_code, bought_at)
          select f.name, f.surname, f.email, list.id, code, now() from fitting f, list where fits
          order by n
          returning id, conf_code, name, surname, email
        ), recorded as (
          insert into activities (entity, entity_id, action, changes)
          select 'guests', added.id::text, 'created', jsonb_strip_nulls(jsonb_build_object(
            'name', jsonb_build_array(null, added.name),
            'surname', jsonb_build_array(null, added.surname),
            'email', case when email is not null then jsonb_build_array(null, email) end,
            'sponsor', jsonb_build_array(null, list.name)))
          from added, list
        )
        select closed as "isClosed", doubled as "isDoubled", added.id
        from list cross join judged left join added on added.conf_code = code order by n`,
    ])
    return found
  })
  if (outcomes.length === 0) return null
  return outcomes.map(({ id, isClosed, isDoubled }, i) => {
    if (id !== null) return { id, name: wholeName(rows[i]) }
    return isClosed ? 'closed' : isDoubled ? 'doubled' : 'full'
  })
}

/** One guest, whoever stands on the list already. */
export async function addSponsorGuest(
  db: Db,
  { slug, ...guest }: AskedGuest & { slug: string },
): Promise<Exclude<AddOutcome, 'doubled'> | null> {
  const [outcome] =
    (await addSponsorGuests(db, { slug, guests: [{ ...guest, again: true }] })) ?? []
  return outcome === undefined || outcome === 'doubled' ? null : outcome
}

/** The last word is the surname; a single one is a name. */
function splitName(fullName: string): { name: string; surname: string } {
  const words = fullName.trim().split(/\s+/)
  const surname = words.length > 1 ? (words.pop() as string) : ''
  return { name: words.join(' '), surname }
}

const wholeName = (row?: { name: string; surname: string }) =>
  `${row?.name ?? ''} ${row?.surname ?? ''}`.trim()

/** Deletes a guest of this list and no other; null when there is no such list. */
export function deleteSponsorGuest(
  db: Db,
  { slug, id }: { slug: string; id: number },
): Promise<{ id: number } | 'closed' | 'no_such_guest' | null> {
  return db.transaction(async (tx) => {
    const held = await lockList(tx, slug)
    if (!held) return null
    // Asked only now, because the deadline may have passed while the list was waited for.
    const [list] = await tx.select({ isListClosed }).from(sponsors).where(eq(sponsors.id, held.id))
    if (list?.isListClosed) return 'closed'
    const [row] = await tx
      .update(guests)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(guests.id, id), isOnListOf(held.id)))
      .returning({ id: guests.id, name: columns.name })
    if (!row) return 'no_such_guest'
    const changes = changesBetween({ name: row.name, sponsor: held.name }, null)
    // A sponsor has no account, so the line names it instead of a person.
    const line = { userId: null, entity: 'guests' as const, entityId: id, action: 'deleted' }
    await insertActivity(tx, { ...line, changes })
    await forgetInActivities(tx, 'guests', id)
    return { id: row.id }
  })
}

/** The sponsor behind a slug, held until the transaction ends. */
export async function lockList(tx: Db, slug: string) {
  const [held] = await tx
    .select({ id: sponsors.id, name: sponsors.name, guestCap: sponsors.guestCap })
    .from(sponsors)
    .where(hasSlug(slug))
    .for('update')
  return held ?? null
}
