import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { presenceChanges } from './presence-changes'

export interface SalesDay {
  /** Calendar day in Zagreb, yyyy-mm-dd. */
  day: string
  total: number
  before12: number
  after12: number
}

/** Lists the tickets sold per day in Zagreb, newest first. Days without a sale are left out. */
export async function listSalesDays(db: Db): Promise<SalesDay[]> {
  return queryRows<SalesDay>(
    db,
    sql`
    select to_char(local, 'YYYY-MM-DD') as day, count(*)::int as total,
      (count(*) filter (where extract(hour from local) < 12))::int as before12,
      (count(*) filter (where extract(hour from local) >= 12))::int as after12
    from (
      select bought_at at time zone 'Europe/Zagreb' as local from guests
      where bought_at is not null and deleted_at is null
    ) sales
    group by 1 order by 1 desc`,
  )
}

export interface ArrivalsBin {
  /** Start of the quarter of an hour. */
  at: Date
  entered: number
  left: number
  /** Number of guests inside at the end of the quarter of an hour. */
  inside: number
}

export interface ArrivalsFilter {
  /** Tag of the guests, as the guest list shows it. */
  tag?: string
  /** Id of a guest list. */
  list?: number
  /** Id of a gate, or 0 for passages without a gate. */
  gate?: number
  from?: Date
  to?: Date
}

/**
 * SQL: common table expression `moves` with the presence changes of all guests (`presenceChanges`).
 */
export const moves = (condition?: SQL): SQL => sql`moves as (${presenceChanges(condition)})`

export const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`

/**
 * Returns arrivals and departures per quarter of an hour, oldest first, without empty quarters.
 * With `gate`, only passages at that gate are counted, and `inside` counts the guests whose last
 * admission was at that gate. Zagreb differs from UTC by whole hours, so quarters are the same in
 * both.
 */
export async function listArrivals(db: Db, filter: ArrivalsFilter): Promise<ArrivalsBin[]> {
  const { tag, list, gate, from, to } = filter
  const isAtGate = (column: string) =>
    gate === undefined ? sql`true` : sql`${sql.raw(column)} = ${gate}`
  const conditions = [
    to ? sql`p.at < ${instant(to)}` : sql`true`,
    tag === undefined
      ? sql`true`
      : sql`g.list_id in (select id from guest_lists where label = ${tag})`,
    list === undefined ? sql`true` : sql`g.list_id = ${list}`,
  ]
  const rows = await db.execute<{ at: string; entered: number; left: number; inside: number }>(sql`
    with ${moves(sql.join(conditions, sql` and `))}, selected as (
      select at, is_in, was_in, ${isAtGate('gate')} as is_here,
        (is_in and ${isAtGate('gate')})::int - (was_in and ${isAtGate('before')})::int as more,
        ${from ? sql`at >= ${instant(from)}` : sql`true`} as is_in_range
      from moves
    ), quarters as (
      select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z') as at,
        (count(*) filter (where is_in_range and is_here and is_in and not was_in))::int as entered,
        (count(*) filter (where is_in_range and is_here and was_in and not is_in))::int as "left",
        sum(more) as more, coalesce(bool_or(more <> 0) filter (where is_in_range), false) as is_other
      from selected group by 1
    ), counted as (
      select *, (sum(more) over (order by at))::int as inside from quarters
    )
    select at, entered, "left", inside from counted where entered + "left" > 0 or is_other
    order by at`)
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }))
}

export interface NightRow {
  /** Day on which the night started, yyyy-mm-dd. A night lasts from noon to noon in Zagreb. */
  night: string
  entered: number
  left: number
  /** Ids of the gates (0: no gate) and of the guest lists of the guests who arrived or left. */
  gates: number[]
  lists: number[]
}

/** Returns the nights with at least one arrival, newest first. */
export const listNights = (db: Db): Promise<NightRow[]> =>
  queryRows(
    db,
    sql`with ${moves()}
    select to_char((at at time zone 'Europe/Zagreb') - interval '12 hours', 'YYYY-MM-DD') as night,
      (count(*) filter (where is_in))::int as entered, (count(*) filter (where not is_in))::int as "left",
      array_agg(distinct gate) as gates, array_agg(distinct list_id) as lists
    from moves where is_in <> was_in group by 1 having count(*) filter (where is_in) > 0
    order by 1 desc`,
  )

/** Counts the active guests, the guests with a ticket, and the guests inside. */
export async function countGuests(
  db: Db,
): Promise<{ guests: number; sold: number; inside: number }> {
  const [row] = await db.execute<{ guests: number; sold: number; inside: number }>(sql`
    select count(*)::int as guests, count(bought_at)::int as sold, count(entered_at)::int as inside
    from guests where deleted_at is null`)
  return row ?? { guests: 0, sold: 0, inside: 0 }
}
