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
  left: number
  /** How many are inside by its end. */
  inside: number
}

export interface ArrivalsFilter {
  /** The tag's text as the guest list shows it. */
  tag?: string
  from?: Date
  to?: Date
}

/**
 * Who came and went, by the quarter of an hour, oldest first; empty ones are left out. A double
 * is no arrival, and what somebody did later rewrites nothing. Zagreb is whole hours off UTC,
 * so its quarters begin with UTC's.
 */
export async function listArrivals(db: Db, filter: ArrivalsFilter): Promise<ArrivalsBin[]> {
  const { tag, from, to } = filter
  const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
  const isAsked = from ? sql`at >= ${instant(from)}` : sql`true`
  const rows = await db.execute<{ at: string; entered: number; left: number; inside: number }>(sql`
    with moves as (
      select p.at, p.verdict = 'admitted' as is_in,
        lag(p.verdict) over (partition by p.guest_id order by p.at, p.id) is not distinct from 'admitted' as was_in
      from passages p join guests g on g.id = p.guest_id join guest_lists l on l.id = g.list_id
      where p.verdict in ('admitted', 'left') and g.deleted_at is null
        and not exists (select from passages t where t.takes_back = p.id)
        ${to ? sql`and p.at < ${instant(to)}` : sql``}
        ${tag === undefined ? sql`` : sql`and l.label = ${tag}`}
    ), quarters as (
      select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z') as at,
        (count(*) filter (where is_in and ${isAsked}))::int as entered,
        (count(*) filter (where not is_in and ${isAsked}))::int as "left",
        sum(case when is_in then 1 else -1 end) as more
      from moves where is_in <> was_in group by 1
    ), counted as (
      select at, entered, "left", (sum(more) over (order by at))::int as inside from quarters
    )
    select * from counted where entered + "left" > 0 order by at`)
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))
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
