import { sql } from 'drizzle-orm'
import { mayBeSlug } from '@/db/queries/sponsor-slug'
import type { Db } from '../pool'
import { isListClosed } from './sponsors'

/** Guest to add to a sponsor list. */
export interface GuestToAdd {
  fullName: string
  email?: string | null
  confCode: string
  /** Whether the guest is added even if a guest of the same name is on the list. */
  again?: boolean
}

/** Result for one guest: the id of the new guest, or the reason why the guest was not added. */
export type AddOutcome = { id: number; name: string } | 'closed' | 'full' | 'doubled'

/**
 * Adds guests with their tickets to the sponsor list with this slug, in their order and up to the
 * guest cap. Deleted guests do not count. Returns null if no list has the slug.
 */
export async function addSponsorGuests(
  db: Db,
  { slug, guests: newGuests }: { slug: string; guests: GuestToAdd[] },
): Promise<AddOutcome[] | null> {
  // A text that cannot be a slug becomes null, which finds no sponsor, like an unknown slug.
  const validSlug = mayBeSlug(slug) ? slug : null
  const rows = newGuests.map(({ fullName, ...rest }) => ({ ...splitName(fullName), ...rest }))
  const outcomes = await db.transaction(async (tx) => {
    // Both statements are sent together and run one after the other. The second reads the list
    // after the first has locked the sponsor, so it sees the guests that concurrent requests have
    // added.
    const [, found] = await Promise.all([
      tx.execute(sql`select from sponsors where slug = ${validSlug}::uuid for no key update`),
      tx.execute<{ isClosed: boolean; isDoubled: boolean; id: number | null }>(sql`
        with list as (
          select l.id, l.name, ${isListClosed} as closed, guest_cap - (
            select count(*) from guests where list_id = l.id and deleted_at is null
          ) as free_places
          from sponsors join guest_lists l on l.sponsor_id = sponsors.id
          where sponsors.slug = ${validSlug}::uuid
        ), input as (
          select r.*, btrim(public.fold_text(r.name || ' ' || r.surname)) as folded
          from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as (
            name text, surname text, email text, "confCode" uuid, again boolean
          )) with ordinality as r(name, surname, email, code, again, n)
        ), judged as (
          select input.*, again is not true and (
            row_number() over (partition by folded order by n) > 1 or folded in (
              select btrim(g.search_name) from guests g, list
              where g.list_id = list.id and g.deleted_at is null)
          ) as doubled
          from input
        ), fitting as (
          select judged.*, row_number() over (order by n) <= list.free_places as fits
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

/** Adds one guest to a sponsor list, even if a guest of the same name is on the list. */
export async function addSponsorGuest(
  db: Db,
  { slug, ...guest }: GuestToAdd & { slug: string },
): Promise<Exclude<AddOutcome, 'doubled'> | null> {
  const [outcome] =
    (await addSponsorGuests(db, { slug, guests: [{ ...guest, again: true }] })) ?? []
  return outcome === undefined || outcome === 'doubled' ? null : outcome
}

/** Splits a full name: the last word is the surname. A single word is the first name. */
function splitName(fullName: string): { name: string; surname: string } {
  const words = fullName.trim().split(/\s+/)
  const surname = words.length > 1 ? (words.pop() as string) : ''
  return { name: words.join(' '), surname }
}

const wholeName = (row?: { name: string; surname: string }) =>
  `${row?.name ?? ''} ${row?.surname ?? ''}`.trim()
