import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement, queryRows } from '../prepared'
import { presenceChanges } from './presence-changes'
import { requireRow } from './rows'

/**
 * Busy seconds (see `MAX_BUSY_GAP_S`) of all devices of one gate together, in one minute of the
 * night.
 */
type BusyMinute = [gate: number, minute: number, seconds: number]
/** Number of devices that scanned at one gate, in ten minutes of the night. */
type LaneCount = [gate: number, tenMinutes: number, devices: number]

export interface ThroughputRow {
  busy: BusyMinute[]
  lanes: LaneCount[]
}

/**
 * Maximum gap between two scans of one device, in seconds, that counts as busy time. After a longer
 * gap no guest was waiting.
 */
const MAX_BUSY_GAP_S = sql.raw('12')

const from = sql`${sql.placeholder('from')}::timestamptz`

const selectLanes = prepareStatement<ThroughputRow>(sql`
  with scans as materialized (
    select gate_id as gate, device_id, extract(epoch from at - ${from})::float8 as second,
      extract(epoch from at - lag(at) over (partition by device_id order by at))::float8 as gap
    from passages
    where received_at >= ${from} and at >= ${from} and device_id is not null and gate_id is not null
  ), busy as (
    select gate, floor(second / 60)::int as minute, sum(gap) as seconds
    from scans where gap <= ${MAX_BUSY_GAP_S} group by 1, 2
  ), lanes as (
    select gate, floor(second / 600)::int as ten, count(distinct device_id) as devices
    from scans group by 1, 2
  )
  select (select coalesce(jsonb_agg(jsonb_build_array(gate, minute, seconds)), '[]') from busy) as busy,
    (select coalesce(jsonb_agg(jsonb_build_array(gate, ten, devices)), '[]') from lanes) as lanes`)

/** Reads the busy seconds and the device counts of each gate since the start of the night. */
export async function readGateThroughput(db: Db, since: Date): Promise<ThroughputRow> {
  const [row] = await selectLanes(db, { from: since.toISOString() })
  return requireRow(row)
}

export interface PastMinute {
  night: string
  /** Number of minutes since the first admission of that night. */
  minute: number
  came: number
}

/**
 * Lists how many guests came for the first time in each minute of the earlier nights. The oldest
 * night comes first.
 */
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
