import { and, asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guests, sponsors, tags } from '../schema'
import { guestSearch } from './guests'
import type { ListSearch } from './list'

/** One list of guests with how many of them have a ticket, are inside, both or neither. */
export interface GuestListCounts {
  /** As the API shows it: the tag's name, or the sponsor's slug and name. */
  tag: string
  sponsorId: number | null
  isBrucosi: boolean
  cells: { bought: boolean; entered: boolean; count: number }[]
}

/** Every list there is, tags before sponsors, with its live guests who match the search. */
export async function countGuestsByList(db: Db, search: ListSearch): Promise<GuestListCounts[]> {
  const bought = sql<boolean>`${guests.boughtAt} is not null`
  const entered = sql<boolean>`${guests.enteredAt} is not null`
  const { tagId, sponsorId } = guests
  const [counted, tagRows, sponsorRows] = await Promise.all([
    db
      .select({ tagId, sponsorId, bought, entered, count: sql<number>`count(*)::int` })
      .from(guests)
      .where(and(isNull(guests.deletedAt), guestSearch(search)))
      .groupBy(tagId, sponsorId, bought, entered),
    db.select({ id: tags.id, tag: tags.name, role: tags.role }).from(tags).orderBy(asc(tags.id)),
    db
      .select({ id: sponsors.id, tag: sql<string>`${sponsors.slug} || ' ' || ${sponsors.name}` })
      .from(sponsors)
      .orderBy(sql`public.fold_text(${sponsors.name})`, asc(sponsors.id)),
  ])
  const cellsOf = (key: 'tagId' | 'sponsorId', id: number) =>
    counted
      .filter((row) => row[key] === id)
      .map(({ bought, entered, count }) => ({ bought, entered, count }))
  return [
    ...tagRows.map(({ id, tag, role }) => ({
      tag,
      sponsorId: null,
      isBrucosi: role === 'brucosi',
      cells: cellsOf('tagId', id),
    })),
    ...sponsorRows.map(({ id, tag }) => ({
      tag,
      sponsorId: id,
      isBrucosi: false,
      cells: cellsOf('sponsorId', id),
    })),
  ]
}
