import { sql } from 'drizzle-orm'
import type { Db } from '../client'

export interface SalesDay {
  /** Calendar day in Zagreb, yyyy-mm-dd. */
  day: string
  total: number
  before12: number
  after12: number
}

/** Tickets sold by Zagreb day, newest first; days without a sale are left out. */
export async function listSalesDays(db: Db): Promise<SalesDay[]> {
  return db.execute<Record<keyof SalesDay, never>>(sql`
    select to_char(local, 'YYYY-MM-DD') as day, count(*)::int as total,
      (count(*) filter (where extract(hour from local) < 12))::int as before12,
      (count(*) filter (where extract(hour from local) >= 12))::int as after12
    from (
      select bought_at at time zone 'Europe/Zagreb' as local from guests
      where bought_at is not null and deleted_at is null
    ) sales
    group by 1 order by 1 desc`) as unknown as Promise<SalesDay[]>
}

export interface ArrivalsBin {
  /** First instant of the quarter of an hour. */
  at: Date
  entered: number
}

export interface ArrivalsFilter {
  /** The tag's text as the guest list shows it. */
  tag?: string
  from?: Date
  to?: Date
}

/**
 * Who is inside, by the quarter of an hour of their entrance, oldest first; empty ones are
 * left out. Zagreb is whole hours off UTC, so its quarters begin with UTC's.
 */
export async function listArrivals(db: Db, filter: ArrivalsFilter): Promise<ArrivalsBin[]> {
  const { tag, from, to } = filter
  const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
  const rows = await db.execute<{ at: string; entered: number }>(sql`
    select date_bin('15 minutes', g.entered_at, timestamptz '2000-01-01 00:00Z') as at,
      count(*)::int as entered
    from guests g join guest_lists l on l.id = g.list_id
    where g.entered_at is not null and g.deleted_at is null
      ${from ? sql`and g.entered_at >= ${instant(from)}` : sql``}
      ${to ? sql`and g.entered_at < ${instant(to)}` : sql``}
      ${tag === undefined ? sql`` : sql`and l.label = ${tag}`}
    group by 1 order by 1`)
  return rows.map(({ at, entered }) => ({ at: new Date(at), entered }))
}

/** Everybody on the lists, who of them has a ticket and who is inside. */
export async function countGuests(
  db: Db,
): Promise<{ guests: number; sold: number; inside: number }> {
  const [row] = await db.execute<{ guests: number; sold: number; inside: number }>(sql`
    select count(*)::int as guests, count(bought_at)::int as sold, count(entered_at)::int as inside
    from guests where deleted_at is null`)
  return row ?? { guests: 0, sold: 0, inside: 0 }
}
