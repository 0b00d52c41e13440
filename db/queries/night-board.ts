import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { isCurrent, iso } from './gates'
import { hasRecipient } from './mails'
import { isNotVoid, isResolution, presenceChanges } from './presence-changes'
import { requireRow } from './rows'

// Queries of the night board. They run after each change, so each is one prepared statement. All
// figures about passages come from the same two lists, so that they never disagree (rule 6.27).

interface PassageOrigin {
  id: string
  /** Time of the passage as ISO text. */
  at: string
  gate: string | null
  device: string | null
  user: string | null
}

interface Person {
  name: string
  surname: string
}

export interface NightPassagesRow {
  /**
   * Counts per gate (0: without a gate) and minute since the start of the night, unordered. Minutes
   * without passages are missing.
   */
  minutes: [gate: number, minute: number, arrived: number, left: number, refused: number][]
  /** Number of guests inside, by the id of the gate of their last admission. */
  inside: Record<string, number>
  /** Number of guests with a ticket who arrived tonight and have left. */
  departed: number
  reasons: Record<string, number>
  /**
   * Latest refusals, newest first. The guest is null for an unknown code and for a deleted guest.
   */
  refused: (PassageOrigin & { verdict: string; guest: Person | null })[]
  admitted: (PassageOrigin & { decided: string; guest: Person })[]
}

const from = sql`${sql.placeholder('from')}::timestamptz`

/** Maximum number of refusals, and of admissions, that are returned. */
const MAX_RECENT = sql.raw('10')

const passageFields = sql.raw(`'id', p.id, 'at', ${iso('p.at')}, 'gate', e.name, 'device', d.label,
  'user', nullif(u.name, ''), 'guest',
  case when g.id is not null then jsonb_build_object('name', g.name, 'surname', g.surname) end`)

const joins = sql`left join guests g on g.id = p.guest_id and g.deleted_at is null
  left join gates e on e.id = p.gate_id left join gate_devices d on d.id = p.device_id
  left join users u on u.id = p.user_id`

// A refusal that an admin records only to void an admission is not counted, nor is `outside` if it
// was an exit. A refusal that a phone recorded because the server's response was late is counted. For a guest who is inside, the
// admission at `entered_at` counts as the arrival.
const selectPassages = prepareStatement<NightPassagesRow>(sql`
  with arrivals as materialized (
    select id, at, guest_id, gate, entered_gate, has_ticket, is_in, is_in and at = entered_at as is_last,
      entered_at is null as is_outside
    from (${presenceChanges()}) moves where is_in <> was_in and (at >= ${from} or at = entered_at)
  ), refusals as materialized (
    select p.* from passages p
    where p.received_at >= ${from} and p.at >= ${from} and p.verdict not in ('admitted', 'left')
      and not ${isResolution} and ${isNotVoid} and p.id not in (select id from arrivals)
  ), minutes as (
    select gate, date_bin('1 minute', at, ${from}) as minute,
      count(*) filter (where is_in) as arrived, count(*) filter (where not is_in) as departed,
      count(*) filter (where is_in is null) as refused
    from (
      select gate, at, is_in from arrivals where at >= ${from}
      union all select coalesce(gate_id, 0), at, null from refusals
    ) happened group by 1, 2
  )
  select
    (select coalesce(jsonb_agg(jsonb_build_array(gate,
      (extract(epoch from minute - ${from}) / 60)::int, arrived, departed, refused)), '[]')
      from minutes) as minutes,
    (select coalesce(jsonb_object_agg(gate, n), '{}') from (
      select entered_gate as gate, count(*) as n from arrivals where is_last group by 1) each) as inside,
    (select count(distinct guest_id)::int from arrivals
      where is_in and has_ticket and is_outside) as departed,
    (select coalesce(jsonb_object_agg(verdict, n), '{}') from (
      select verdict, count(*) as n from refusals group by 1) each) as reasons,
    (select coalesce(jsonb_agg(jsonb_build_object(${passageFields}, 'verdict', p.verdict) order by p.at desc, p.id desc), '[]')
      from (select * from refusals order by at desc, id desc limit ${MAX_RECENT}) p ${joins}) as refused,
    (select coalesce(jsonb_agg(jsonb_build_object(${passageFields}, 'decided', p.decided) order by p.at desc, p.id desc), '[]')
      from (select id from arrivals where is_in and at >= ${from} order by at desc, id desc limit ${MAX_RECENT}) last
      join passages p on p.id = last.id ${joins}) as admitted`)

/** Reads the passages since the start of a night, and the number of guests inside by gate. */
export async function readNightPassages(db: Db, since: Date): Promise<NightPassagesRow> {
  const [row] = await selectPassages(db, { from: since.toISOString() })
  return requireRow(row)
}

export interface OpenIssuesRow {
  /** Time of this snapshot by the database's clock. */
  now: string
  guests: number
  sold: number
  inside: number
  /** Number of guests inside who have a ticket. */
  insideSold: number
  mails: { waiting: number; failed: number }
  doubles: number
  /** The newest unresolved duplicate admission. */
  double: { guest: Person; foundAt: string } | null
  objections: number
}

// The counts of guests come from `guest_list_counts`, which triggers update in each transaction
// that changes guests.
const selectOpenIssues = prepareStatement<OpenIssuesRow>(sql`
  with doubled as (
    select d.found_at, g.name, g.surname from duplicate_admissions d join guests g on g.id = d.guest_id
    where d.settled is null and (${isCurrent('d.settled_at', 'd.found_at')})
  )
  select now() as now, (select coalesce(sum(total), 0)::int from guest_list_counts) as guests,
    (select coalesce(sum(bought), 0)::int from guest_list_counts) as sold,
    (select coalesce(sum(entered), 0)::int from guest_list_counts) as inside,
    (select coalesce(sum(bought_and_inside), 0)::int from guest_list_counts) as "insideSold",
    jsonb_build_object(
      'waiting', (select count(*) from mails where state in ('queued', 'sending')),
      'failed', (select count(*) from mails
        where state in ('failed', 'bounced', 'complained') and ${hasRecipient()})) as mails,
    (select count(*)::int from doubled) as doubles,
    (select jsonb_build_object('guest', jsonb_build_object('name', name, 'surname', surname),
      'foundAt', ${sql.raw(iso('found_at'))}) from doubled order by found_at desc limit 1) as double,
    (select count(*)::int from passages p left join dispute_resolutions o on o.passage = p.id
      where p.server_refusal is not null and o.settled is null and (${isCurrent('o.settled_at', 'p.received_at')})
      and not exists (select from passages t where t.voids = p.id)) as objections`)

/**
 * Reads the open issues (queued and failed mails, duplicate and disputed admissions) and the guest
 * counts.
 */
export async function readOpenIssues(db: Db): Promise<OpenIssuesRow> {
  const [row] = await selectOpenIssues(db)
  return requireRow(row)
}
