import { and, asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { guestSearch } from './guests'
import { type Cell, cellsOf, listCounts } from './guests-lists'
import type { ListSearch } from './list-query'

/** One list of guests with how many of them have a ticket, are inside, both or neither. */
export interface GuestListCounts {
  /** As the API shows it: the tag's name, or the sponsor's slug and name. */
  tag: string
  sponsorId: number | null
  isBrucosi: boolean
  cells: Cell[]
}

/** Every list there is, tags before sponsors, with its live guests who match the search. */
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
    search.search.trim() === '' ? everybody(db) : whoMatches(db, search),
  ])
  return lists.map(({ id, ...list }) => ({ ...list, cells: cells.get(id) ?? [] }))
}

async function whoMatches(db: Db, search: ListSearch): Promise<Map<number, Cell[]>> {
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

/** Returns the counts that the database keeps. */
async function everybody(db: Db): Promise<Map<number, Cell[]>> {
  const counts = listCounts(db)
  const rows = await db.select().from(counts)
  return new Map(rows.map(({ listId, ...counted }) => [listId, cellsOf(counted)]))
}
