import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { guestListCounts } from '../schema/guest-lists'

/** A guest list: a tag, or the list of a sponsor. */
export interface GuestList {
  listId: number
  /**
   * Label of the list in the API: the name of a tag, or the slug and name of a sponsor (rule 4.14).
   */
  tag: string
  /** Whether this is the freshers' list, whatever its name. */
  isBrucosi: boolean
  isSponsor: boolean
}

/** SQL: the id of a sponsor's guest list, for a condition on `guests.list_id`. */
export const listOf = (sponsor: number | AnyColumn) =>
  sql<number>`(select l.id from guest_lists l where l.sponsor_id = ${sponsor})` as SQL<number>

const selectLists = prepareStatement<GuestList & { text: string }>(sql`
  select distinct on (a.text) a.text, l.id as "listId", l.label as tag,
    l.role is not distinct from 'brucosi' as "isBrucosi", l.kind = 'sponsor' as "isSponsor"
  from jsonb_array_elements_text(${sql.placeholder('texts')}::text::jsonb) as a(text)
  join guest_lists l on l.deleted_at is null and case
    when l.kind = 'sponsor' then l.slug::text = lower(left(a.text, 36))
    when a.text = '' then l.role = 'brucosi'
    else public.fold_text(l.name) = public.fold_text(a.text) end
  order by a.text, l.kind`)

/**
 * Finds the guest lists that these texts name: a tag by its name, ignoring case and diacritics; a
 * sponsor list by the slug at the start of the text; the freshers' list by ''. The result leaves
 * out texts that name no list.
 */
export async function findLists(db: Db, texts: Iterable<string>): Promise<Map<string, GuestList>> {
  const rows = await selectLists(db, { texts: JSON.stringify([...new Set(texts)]) })
  return new Map(rows.map(({ text, ...list }) => [text, list]))
}

/** A guest list to choose, for example at the gate. */
export interface ListedList {
  listId: number
  tag: string
  isSponsor: boolean
}

/**
 * Lists all guest lists that are not deleted: tags in the order of their ids, then sponsors by
 * name.
 */
export const listLists = prepareStatement<ListedList>(sql`
  select id as "listId", label as tag, kind = 'sponsor' as "isSponsor"
  from guest_lists where deleted_at is null
  order by kind = 'sponsor', case when kind = 'sponsor' then public.fold_text(name) end, id`)

/** Subquery `counts`: the counts of each guest list that has or had guests. */
export function listCounts(db: Db) {
  const { listId, total, bought, entered, boughtAndInside } = guestListCounts
  const sum = (column: AnyColumn, name: string) => sql<number>`sum(${column})::int`.as(name)
  return db
    .select({
      listId,
      total: sum(total, 'total'),
      bought: sum(bought, 'bought'),
      entered: sum(entered, 'entered'),
      boughtAndInside: sum(boughtAndInside, 'bought_and_inside'),
    })
    .from(guestListCounts)
    .groupBy(listId)
    .as('counts')
}

/** Number of guests of a list that have the same ticket and presence state. */
export interface Cell {
  bought: boolean
  entered: boolean
  count: number
}

/**
 * Converts the counts of a guest list to cells. Each guest is in one cell. Leaves out empty cells.
 */
export const cellsOf = (counts: {
  total: number
  bought: number
  entered: number
  boughtAndInside: number
}): Cell[] => {
  const { total, bought, entered, boughtAndInside } = counts
  return [
    { bought: false, entered: false, count: total - bought - entered + boughtAndInside },
    { bought: false, entered: true, count: entered - boughtAndInside },
    { bought: true, entered: false, count: bought - boughtAndInside },
    { bought: true, entered: true, count: boughtAndInside },
  ].filter(({ count }) => count > 0)
}
