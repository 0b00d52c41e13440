import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { guestListCounts } from '../schema/guest-lists'

/** A list of guests: a tag, or the list of a sponsor. */
export interface GuestList {
  listId: number
  /** As the API shows it: the tag's name, or the sponsor's slug and name. */
  tag: string
  /** The freshers' list, whatever it is called. */
  isBrucosi: boolean
  isSponsor: boolean
}

/** The number of a sponsor's list, for a condition on `guests.list_id`. */
export const listOf = (sponsor: number | AnyColumn) =>
  sql<number>`(select l.id from guest_lists l where l.sponsor_id = ${sponsor})` as SQL<number>

const selectLists = prepareStatement<GuestList & { asked: string }>(sql`
  select distinct on (a.asked) a.asked, l.id as "listId", l.label as tag,
    l.role is not distinct from 'brucosi' as "isBrucosi", l.kind = 'sponsor' as "isSponsor"
  from jsonb_array_elements_text(${sql.placeholder('asked')}::text::jsonb) as a(asked)
  join guest_lists l on l.deleted_at is null and case
    when l.kind = 'sponsor' then l.slug::text = lower(left(a.asked, 36))
    when a.asked = '' then l.role = 'brucosi'
    else public.fold_text(l.name) = public.fold_text(a.asked) end
  order by a.asked, l.kind`)

/**
 * The lists that these texts name: a tag by its name, whatever the case and diacritics, a
 * sponsor by the slug at the start, the freshers' by ''. What names none is left out.
 */
export async function findLists(db: Db, texts: Iterable<string>): Promise<Map<string, GuestList>> {
  const rows = await selectLists(db, { asked: JSON.stringify([...new Set(texts)]) })
  return new Map(rows.map(({ asked, ...list }) => [asked, list]))
}

/** A list that guests stand on now, as the gate chooses between them. */
export interface ListedList {
  listId: number
  tag: string
  isSponsor: boolean
}

/** All of them: the tags first, then the sponsors by name. */
export const listLists = prepareStatement<ListedList>(sql`
  select id as "listId", label as tag, kind = 'sponsor' as "isSponsor"
  from guest_lists where deleted_at is null
  order by kind = 'sponsor', case when kind = 'sponsor' then public.fold_text(name) end, id`)

/** Returns the counts of each list that has or had guests, under the name `counts`. */
export function listCounts(db: Db) {
  const { listId, everyone, bought, entered, both } = guestListCounts
  const total = (column: AnyColumn, name: string) => sql<number>`sum(${column})::int`.as(name)
  return db
    .select({
      listId,
      everyone: total(everyone, 'everyone'),
      bought: total(bought, 'bought'),
      entered: total(entered, 'entered'),
      both: total(both, 'both'),
    })
    .from(guestListCounts)
    .groupBy(listId)
    .as('counts')
}

/** So many guests with a ticket or without one, inside or not. */
export interface Cell {
  bought: boolean
  entered: boolean
  count: number
}

/** Returns the counts of a list as cells. Each guest is in one cell. */
export const cellsOf = (counts: {
  everyone: number
  bought: number
  entered: number
  both: number
}): Cell[] => {
  const { everyone, bought, entered, both } = counts
  return [
    { bought: false, entered: false, count: everyone - bought - entered + both },
    { bought: false, entered: true, count: entered - both },
    { bought: true, entered: false, count: bought - both },
    { bought: true, entered: true, count: both },
  ].filter(({ count }) => count > 0)
}
