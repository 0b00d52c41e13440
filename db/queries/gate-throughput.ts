import { sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement, queryRows } from '../driver'
import { presenceChanges } from './presence-changes'
import { requireRow } from './rows'

/** Of one gate and minute of the night: seconds in which a device had somebody next, all added. */
type BusyMinute = [gate: number, minute: number, seconds: number]
/** Of one gate and ten minutes of the night: devices that scanned. */
type LanesThen = [gate: number, tenMinutes: number, devices: number]

export interface LanesRow {
  busy: BusyMinute[]
  lanes: LanesThen[]
}

/** Somebody stood next where two scans of a device are no further apart, in seconds. */
const NEXT = sql.raw('12')

const from = sql`${sql.placeholder('from')}::timestamptz`

const selectLanes = prepareStatement<LanesRow>(sql`
  with scans as materialized (
    select gate_id as gate, device_id, extract(epoch from at - ${from})::float8 as second,
      extract(epoch from at - lag(at) over (partition by device_id order by at))::float8 as gap
    from passages
    where received_at >= ${from} and at >= ${from} and device_id is not null and gate_id is not null
  ), busy as (
    select gate, floor(second / 60)::int as minute, sum(gap) as seconds
    from scans where gap <= ${NEXT} group by 1, 2
  ), lanes as (
    select gate, floor(second / 600)::int as ten, count(distinct device_id) as devices
    from scans group by 1, 2
  )
  select (select coalesce(jsonb_agg(jsonb_build_array(gate, minute, seconds)), '[]') from busy) as busy,
    (select coalesce(jsonb_agg(jsonb_build_array(gate, ten, devices)), '[]') from lanes) as lanes`)

/** How busy the devices of each gate have been since the night began. */
export async function readGateThroughput(db: Db, since: Date): Promise<LanesRow> {
  const [row] = await selectLanes(db, { from: since.toISOString() })
  return requireRow(row)
}

export interface PastMinute {
  night: string
  /** After that night's first admission. */
  minute: number
  came: number
}

/** When people first came in each earlier night, oldest first. */
export const listPastMinutes = (db: Db, before: Date): Promise<PastMinute[]> =>
  queryRows(
    db,
    sql`with came as (
      select guest_id, min(at) as at,
        date_trunc('day', (at at time zone 'Europe/Zagreb') - interval '12 hours') as night
      from (${presenceChanges(sql`p.at < ${before.toISOString()}::timestamptz`)}) moves
      where is_in and not was_in group by 1, 3
    ), counted as (
      select night, floor(extract(epoch from at - min(at) over (partition by night)) / 60)::int as minute
      from came
    )
    select to_char(night, 'YYYY-MM-DD') as night, minute, count(*)::int as came
    from counted group by 1, 2 order by 1, 2`,
  )
