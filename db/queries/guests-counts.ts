import { and, asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { guestSearch } from './guests'
import { type Cell, cellsOf, listCounts } from './guests-lists'
import type { ListSearch } from './list-query'

/** A guest list with the numbers of its guests, by ticket and presence. */
export interface GuestListCounts {
  /**
   * Label of the list in the API: the name of a tag, or the slug and name of a sponsor (rule 4.14).
   */
  tag: string
  sponsorId: number | null
  isBrucosi: boolean
  cells: Cell[]
}

/**
 * Lists all guest lists, tags before sponsors, with the numbers of active guests that match the
 * search.
 */
export async function countGuestsByList(db: Db, search: ListSearch): Promise<GuestListCounts[]> {
  const [lists, cells] = await Promise.all([
    db
      .select({
        id: guestLists.id,
        tag: guestLists.label,
        sponsorId: guestLists.sponsorId,
        isBrucosi: sql<boolean>`${guestLists.role} is not distinct from 'brucosi'`,
      })
      .from(guestLists)
      .where(isNull(guestLists.deletedAt))
      .orderBy(
        sql`${guestLists.kind} desc`,
        sql`case when ${guestLists.kind} = 'sponsor' then public.fold_text(${guestLists.name}) end`,
        asc(guestLists.id),
      ),
    search.search.trim() === '' ? countAllByList(db) : countMatchingByList(db, search),
  ])
  return lists.map(({ id, ...list }) => ({ ...list, cells: cells.get(id) ?? [] }))
}

async function countMatchingByList(db: Db, search: ListSearch): Promise<Map<number, Cell[]>> {
  const bought = sql<boolean>`${guests.boughtAt} is not null`
  const entered = sql<boolean>`${guests.enteredAt} is not null`
  const rows = await db
    .select({ listId: guests.listId, bought, entered, count: sql<number>`count(*)::int` })
    .from(guests)
    .where(and(isNull(guests.deletedAt), guestSearch(search)))
    .groupBy(guests.listId, bought, entered)
  const cells = new Map<number, Cell[]>()
  for (const { listId, ...cell } of rows) cells.set(listId, [...(cells.get(listId) ?? []), cell])
  return cells
}

/**
 * Returns the counts of all guest lists from `guest_list_counts`, which triggers keep up to date.
 */
async function countAllByList(db: Db): Promise<Map<number, Cell[]>> {
  const counts = listCounts(db)
  const rows = await db.select().from(counts)
  return new Map(rows.map(({ listId, ...totals }) => [listId, cellsOf(totals)]))
}
