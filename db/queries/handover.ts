import { type SQL, sql } from 'drizzle-orm'
import { REFUSALS, type Refusal } from '../catalogue/verdicts'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { isResolution } from './presence-changes'
import { instant, moves } from './reports'

const RESOLUTIONS = ['same_guest', 'copied_ticket', 'mistake'] as const

/** Totals of one shift, of one gate, or of the whole night. */
interface HandoverTotals {
  /** Arrivals and departures as in the arrivals report. A duplicate admission is no arrival. */
  entered: number
  left: number
  refused: Record<Refusal, number>
  /** Arrivals of guests who were found by name, and arrivals by an override of a refusal. */
  byName: number
  overrides: number
  /**
   * Offline admissions with an unknown code. They have no guest, so `entered` does not count them.
   */
  unknownIn: number
  /** Passages that a device decided offline, and disputed passages. */
  alone: number
  objections: number
  /** Number of duplicate admissions to which a passage of this row belongs, by resolution. */
  doubles: Record<(typeof RESOLUTIONS)[number] | 'open', number>
  /** Largest clock correction in milliseconds. */
  clockOffset: number
}

/**
 * Row of the handover report. `isShift` is true for the row of a shift. `isGate` is true for the
 * rows of shifts and gates, and false for the totals of the night.
 */
export interface HandoverRow extends HandoverTotals {
  isShift: boolean
  isGate: boolean
  /** Gate id; 0 for passages without a gate, such as imports. */
  gateId: number
  gate: string | null
  isGateDeleted: boolean
  deviceId: string | null
  device: string | null
  userId: number | null
  user: string | null
  /** ISO instants of the first and the last passage. */
  from: string
  to: string
}

const count = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`

/** SQL: JSON object with one count per value. */
const countEach = (values: readonly string[], count: (value: SQL) => SQL) =>
  sql`jsonb_build_object(${sql.join(
    values.map((value) => sql.raw(`'${value}'`)).map((value) => sql`${value}, ${count(value)}`),
    sql`, `,
  )})`

/**
 * Lists totals of passages in [from, to): one row per shift (a device and user at a gate), one per
 * gate, and one for the whole night. Shifts are ordered by their first passage, gates by id.
 */
export const listHandover = (db: Db, from: Date, to: Date): Promise<HandoverRow[]> =>
  queryRows(
    db,
    sql`with ${moves(sql`p.at < ${instant(to)}`)}, selected as (
      select p.*, coalesce(p.gate_id, 0) as gate,
        exists (select from passages t where t.voids = p.id) as is_voided
      from passages p where p.at >= ${instant(from)} and p.at < ${instant(to)}
    ), facts as (
      select p.gate, p.device_id, p.user_id, p.at, p.verdict, p.decided, p.clock_offset,
        not p.is_voided as is_valid,
        -- A passage recorded to resolve a dispute is no refusal at the gate.
        ${isResolution} as is_resolution,
        p.guest_id is null as has_no_guest, p.server_refusal,
        coalesce(m.is_in and not m.was_in, false) as came, coalesce(m.was_in and not m.is_in, false) as went,
        null as double, null as settled
      from selected p left join moves m on m.id = p.id
      union all
      select p.gate, p.device_id, p.user_id, p.at, null, null, 0, false, false, false, null, false, false,
        d.first || ' ' || d.second, coalesce(d.settled, 'open')
      from duplicate_admissions d join selected p on p.id in (d.first, d.second)
    ), totals as (
      select grouping(device_id) = 0 as "isShift", grouping(facts.gate) = 0 as "isGate",
        coalesce(facts.gate, 0) as "gateId", device_id as "deviceId", user_id as "userId",
        min(at) as "from", max(at) as "to",
        ${count(sql`came`)} as entered, ${count(sql`went`)} as "left",
        ${countEach(REFUSALS, (value) => count(sql`is_valid and not is_resolution and not went and verdict = ${value}`))} as refused,
        ${count(sql`came and decided in ('name', 'server_name')`)} as "byName",
        ${count(sql`came and decided in ('override', 'server_override')`)} as overrides,
        ${count(sql`is_valid and has_no_guest and verdict = 'admitted'`)} as "unknownIn",
        ${count(sql`is_valid and decided in ('alone', 'name', 'override')`)} as alone,
        ${count(sql`is_valid and server_refusal is not null`)} as objections,
        ${countEach(['open', ...RESOLUTIONS], (value) => sql`count(distinct double) filter (where settled = ${value})`)} as doubles,
        (array_agg(clock_offset order by abs(clock_offset) desc))[1]::float8 as "clockOffset"
      from facts group by grouping sets ((facts.gate, device_id, user_id), (facts.gate), ())
      having count(*) > 0
    )
    select totals.*, g.name as gate, g.deleted_at is not null as "isGateDeleted",
      d.label as device, nullif(u.name, '') as "user"
    from totals left join gates g on g.id = "gateId" left join gate_devices d on d.id = "deviceId"
      left join users u on u.id = "userId"
    order by "isGate", "gateId" = 0, "gateId", "isShift", "from", d.label, "deviceId", "userId"`,
  )
