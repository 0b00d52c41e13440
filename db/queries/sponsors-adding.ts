import { sql } from 'drizzle-orm'
import { mayBeSlug } from '@/db/queries/sponsor-slug'
import type { Db } from '../pool'
import { isListClosed } from './sponsors'

/** Somebody to put on a list. */
export interface GuestToAdd {
  fullName: string
  email?: string | null
  confCode: string
  /** Whether a guest of the same name may be on the list already. */
  again?: boolean
}

/** Result for one guest: stored under this id, or the reason why not. */
export type AddOutcome = { id: number; name: string } | 'closed' | 'full' | 'doubled'

/**
 * Adds guests with their tickets to the list of a slug, in their order and up to the cap. Deleted guests
 * free a place. Returns null without such a list.
 */
export async function addSponsorGuests(
  db: Db,
  { slug, guests: asked }: { slug: string; guests: GuestToAdd[] },
): Promise<AddOutcome[] | null> {
  // A text that cannot be a slug is searched like any unknown slug.
  const key = mayBeSlug(slug) ? slug : null
  const rows = asked.map(({ fullName, ...rest }) => ({ ...splitName(fullName), ...rest }))
  const outcomes = await db.transaction(async (tx) => {
    // Sent together: the second is run, and reads the list, after the first has waited its turn.
    const [, found] = await Promise.all([
      tx.execute(sql`select from sponsors where slug = ${key}::uuid for no key update`),
      tx.execute<{ isClosed: boolean; isDoubled: boolean; id: number | null }>(sql`
        with list as (
          select l.id, l.name, ${isListClosed} as closed, guest_cap - (
            select count(*) from guests where list_id = l.id and deleted_at is null
          ) as room
          from sponsors join guest_lists l on l.sponsor_id = sponsors.id
          where sponsors.slug = ${key}::uuid
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
        from list cross join judged left join added on added.conf_code = code order by n`),
    ])
    return found
  })
  if (outcomes.length === 0) return null
  return outcomes.map(({ id, isClosed, isDoubled }, i) => {
    if (id !== null) return { id, name: wholeName(rows[i]) }
    return isClosed ? 'closed' : isDoubled ? 'doubled' : 'full'
  })
}

/** Adds one guest, even with a namesake on the list. */
export async function addSponsorGuest(
  db: Db,
  { slug, ...guest }: GuestToAdd & { slug: string },
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
