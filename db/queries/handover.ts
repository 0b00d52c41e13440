import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { queryRows } from '../driver'
import { instant, moves } from './reports'

const REFUSALS = [
  'inside',
  'no_ticket',
  'banned',
  'full',
  'unknown',
  'returned',
  'outside',
] as const
const SETTLEMENTS = ['same_guest', 'copied_ticket', 'mistake'] as const

/** What was done: of one shift, of a gate, or of a night. */
interface Done {
  /** Arrivals and departures, as the report of arrivals counts them: a double is none. */
  entered: number
  left: number
  refused: Record<(typeof REFUSALS)[number], number>
  /** Of those who were let in: found by name, and in spite of a refusal. */
  byName: number
  overrides: number
  /** Let in by a phone alone whose code nobody has: no guest, so no arrival. */
  unknownIn: number
  /** What phones decided alone, and to how much of it the server objects. */
  alone: number
  objections: number
  /** Doubles in which one of its passages had a part. */
  doubles: Record<(typeof SETTLEMENTS)[number] | 'open', number>
  /** Milliseconds by which the clock was set right at most. */
  clockOffset: number
}

/** Null stands for all: of a gate its devices and people, of the night its gates. */
export interface HandoverRow extends Done {
  isShift: boolean
  isGate: boolean
  /** 0 for what was not done at a gate. */
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

/** A count for each of some words of ours. */
const each = (words: readonly string[], of: (word: SQL) => SQL) =>
  sql`jsonb_build_object(${sql.join(
    words.map((word) => sql.raw(`'${word}'`)).map((word) => sql`${word}, ${of(word)}`),
    sql`, `,
  )})`

/**
 * What was done between two instants: a row for each device and person at each gate, one for each
 * gate, and one for all. Shifts in order of their beginnings, gates of their numbers.
 */
export const listHandover = (db: Db, from: Date, to: Date): Promise<HandoverRow[]> =>
  queryRows(
    db,
    sql`with ${moves(sql`p.at < ${instant(to)}`)}, asked as (
      select p.*, coalesce(p.gate_id, 0) as gate,
        exists (select from passages t where t.takes_back = p.id) as is_taken_back
      from passages p where p.at >= ${instant(from)} and p.at < ${instant(to)}
    ), facts as (
      select p.gate, p.device_id, p.user_id, p.at, p.verdict, p.decided, p.clock_offset,
        not p.is_taken_back as holds,
        -- What a person settled on the board is no refusal at the door.
        p.takes_back is not null and p.device_id is null as is_settling,
        p.guest_id is null as is_nobody, p.objection,
        coalesce(m.is_in and not m.was_in, false) as came, coalesce(m.was_in and not m.is_in, false) as went,
        null as double, null as settled
      from asked p left join moves m on m.id = p.id
      union all
      select p.gate, p.device_id, p.user_id, p.at, null, null, 0, false, false, false, null, false, false,
        d.first || ' ' || d.second, coalesce(d.settled, 'open')
      from doubles d join asked p on p.id in (d.first, d.second)
    ), done as (
      select grouping(device_id) = 0 as "isShift", grouping(facts.gate) = 0 as "isGate",
        coalesce(facts.gate, 0) as "gateId", device_id as "deviceId", user_id as "userId",
        min(at) as "from", max(at) as "to",
        ${count(sql`came`)} as entered, ${count(sql`went`)} as "left",
        ${each(REFUSALS, (word) => count(sql`holds and not is_settling and verdict = ${word}`))} as refused,
        ${count(sql`came and decided in ('name', 'server_name')`)} as "byName",
        ${count(sql`came and decided in ('override', 'server_override')`)} as overrides,
        ${count(sql`holds and is_nobody and verdict = 'admitted'`)} as "unknownIn",
        ${count(sql`holds and decided in ('alone', 'name', 'override')`)} as alone,
        ${count(sql`holds and objection is not null`)} as objections,
        ${each(['open', ...SETTLEMENTS], (word) => sql`count(distinct double) filter (where settled = ${word})`)} as doubles,
        (array_agg(clock_offset order by abs(clock_offset) desc))[1]::int as "clockOffset"
      from facts group by grouping sets ((facts.gate, device_id, user_id), (facts.gate), ())
      having count(*) > 0
    )
    select done.*, g.name as gate, g.deleted_at is not null as "isGateDeleted",
      d.label as device, nullif(u.name, '') as "user"
    from done left join gates g on g.id = "gateId" left join gate_devices d on d.id = "deviceId"
      left join users u on u.id = "userId"
    order by "isGate", "gateId" = 0, "gateId", "isShift", "from", d.label, "deviceId", "userId"`,
  )
