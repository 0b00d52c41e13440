import { type SQL, sql } from 'drizzle-orm'
import type { PassageVerdict } from '../catalogue/verdicts'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { type GuestRow, guestProjection } from './guests'
import type { Occupancy } from './night'
import { requireRow } from './rows'

/** Origin of a scan: the user, the gate device, or both. */
interface ScannedBy {
  userId: number | null
  deviceId?: string
  gateId?: number
}

export interface ScanCommand {
  /** Id of the passage. Repeating an id returns the first result. */
  id: string
  who: { code: string } | { id: number }
  direction: 'in' | 'out'
  /** Refusals that the scan overrides (rule 6.9). */
  despite: { ban: boolean; noTicket: boolean; full?: boolean }
  /** Whether any capacity is set. Occupancy is counted only in that case. */
  isLimited?: boolean
  by: ScannedBy
}

interface ScanResult {
  verdict: PassageVerdict
  /** Time of the passage as ISO text. */
  at: string
  /** Guest after the passage; null if no guest has the scanned code. */
  guest: GuestRow | null
  /**
   * Occupancy before the passage. Null if no capacity is set, or if the guest is refused for
   * another reason.
   */
  fill: Occupancy | null
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * SQL: the verdict, by the same rules as `decide` in lib/admission/rules.ts, on the locked guest
 * row. Capacity is checked last, so that occupancy is counted only for guests who would be
 * admitted.
 */
const decision = (ifNoGuest: SQL) => sql`case
  when scanned.id is null then ${ifNoGuest}
  when ${value('direction', 'text')} = 'out' then case when scanned.entered_at is null then 'outside' else 'left' end
  when scanned.ban_reason is not null and not ${value('despiteBan', 'bool')} then 'banned'
  when scanned.entered_at is not null then 'inside'
  when scanned.bought_at is null and not ${value('despiteNoTicket', 'bool')} then 'no_ticket'
  else 'admitted' end`

/**
 * SQL: the time of the passage, read after the lock. It is always later than the guest's last
 * passage, even if a device's clock was ahead, so that times follow the order of the decisions.
 */
const passageTime = sql`greatest(clock_timestamp(), scanned.entered_at + interval '1 microsecond',
  (select max(at) + interval '1 microsecond' from passages
    where guest_id = scanned.id and verdict in ('admitted', 'left', 'outside')))`

/**
 * SQL parts that depend on how a scan identifies the guest: the condition and the join that find
 * the guest, the verdict if there is no guest, and the hash of the code to store.
 */
interface GuestLookup {
  condition: SQL
  join: SQL
  ifNoGuest: SQL
  codeHash: SQL
}

/**
 * SQL parts that check a capacity. Occupancy is counted after the guest is locked, and only if the
 * guest would be admitted.
 */
const capacityParts = ({ ifNoGuest }: GuestLookup) => ({
  counted: sql`, counted as materialized (
      select occupancy as fill, is_full from scanned cross join lateral check_occupancy(coalesce(${value('gateId', 'int')}, 0))
      where not exists (select from known) and ${decision(ifNoGuest)} = 'admitted'
    )`,
  verdict: sql`case when (select is_full from counted) and not ${value('despiteFull', 'bool')} then 'full'
        else ${decision(ifNoGuest)} end`,
  overridden: sql`, case when (select is_full from counted) then 'puno' end`,
  fill: sql`, (select fill from counted) as fill`,
})

const scanStatement = (lookup: GuestLookup, isLimited: boolean) => {
  const { condition, join, ifNoGuest, codeHash } = lookup
  const limit = isLimited ? capacityParts(lookup) : null
  // The refusals that an admission overrode, as the activity log names them.
  const overridden = sql`concat_ws(', ',
            case when scanned.ban_reason is not null then 'zabrana ulaska' end${limit?.overridden})`
  return prepareStatement<
    Omit<ScanResult, 'guest' | 'fill'> & GuestRow & { fill?: Occupancy | null }
  >(sql`
    with scanned as materialized (
      select guests.*, guests.xmin from guests where ${condition} and deleted_at is null for no key update
    ), known as (
      select verdict, at from passages where id = ${value('passage', 'uuid')}
    )${limit?.counted}, passed as (
      insert into passages
        (id, guest_id, gate_id, device_id, user_id, direction, verdict, decided, at, code_hash)
      select ${value('passage', 'uuid')}, scanned.id, ${value('gateId', 'int')},
        ${value('deviceId', 'uuid')}, ${value('userId', 'int')}, ${value('direction', 'text')},
        ${limit?.verdict ?? decision(ifNoGuest)}, ${value('decided', 'text')}, ${passageTime}, ${codeHash}
      from (select) single_row ${join} scanned on true
      where not exists (select from known)
      on conflict (id) do nothing
      returning guest_id, verdict, at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${value('userId', 'int')}, 'guests', scanned.id::text,
        case verdict when 'admitted' then 'admitted' else 'let_out' end,
        jsonb_build_object('entered', case verdict when 'admitted' then '["0", "1"]'::jsonb else '["1", "0"]' end)
          || case when verdict = 'admitted' and ${overridden} <> ''
            then jsonb_build_object('override', jsonb_build_array(null, ${overridden}))
            else '{}'::jsonb end
      from passed join scanned on scanned.id = passed.guest_id
      where verdict in ('admitted', 'left') and ${value('userId', 'int')} is not null
    )
    select coalesce(passed.verdict, known.verdict) as verdict, coalesce(passed.at, known.at) as at,
      ${guestProjection}${limit?.fill}
    from (select) single_row left join passed on true left join known on true
    left join (scanned as guests join ${guestLists} on ${guestLists.id} = ${guests.listId}) on true`)
}

const BY_ID: GuestLookup = {
  condition: sql`id = ${value('id', 'int')}`,
  join: sql`join`,
  ifNoGuest: sql`null`,
  codeHash: sql`null`,
}

/** A code that was mailed and that no guest has belongs to a returned ticket. */
const BY_CODE: GuestLookup = {
  condition: sql`conf_code = ${value('code', 'uuid')}`,
  join: sql`left join`,
  ifNoGuest: sql`case when exists (select from mails where conf_code = ${value('code', 'uuid')}) then 'returned' else 'unknown' end`,
  codeHash: sql`case when scanned.id is null then substring(sha256(uuid_send(${value('code', 'uuid')})) for 16) end`,
}

const scanStatements = {
  byId: [scanStatement(BY_ID, false), scanStatement(BY_ID, true)],
  byCode: [scanStatement(BY_CODE, false), scanStatement(BY_CODE, true)],
} as const

/**
 * Returns how the server decided, for the column `decided`: by a code, for a guest chosen by name,
 * or by overriding a refusal.
 */
function decidedOf(who: ScanCommand['who'], despite: ScanCommand['despite'], by: ScannedBy) {
  if (by.deviceId === undefined) return 'server'
  if (despite.ban || despite.noTicket || despite.full) return 'server_override'
  return 'id' in who ? 'server_name' : 'server'
}

/**
 * Decides on a scan and stores its passage and activity, in one statement. Concurrent scans of a
 * guest wait for the lock of the guest's row, so each sees the result of the scan before. Returns
 * null if no guest has the id.
 */
export async function decideAndRecord(
  db: Db,
  { id, who, direction, despite, isLimited = false, by }: ScanCommand,
): Promise<ScanResult | null> {
  const run = scanStatements['id' in who ? 'byId' : 'byCode'][isLimited ? 1 : 0]
  for (;;) {
    const [row] = await run(db, {
      ...who,
      passage: id,
      direction,
      despiteBan: despite.ban,
      despiteNoTicket: despite.noTicket,
      despiteFull: despite.full ?? false,
      decided: decidedOf(who, despite, by),
      userId: by.userId,
      deviceId: by.deviceId ?? null,
      gateId: by.gateId ?? null,
    })
    const { verdict, at, fill = null, ...guest } = requireRow(row)
    if (verdict === null && 'id' in who && guest.id === null) return null
    // A concurrent request with the same passage id committed first and was not visible yet. The
    // next attempt sees its passage.
    if (verdict === null) continue
    const enteredAt = verdict === 'admitted' ? at : verdict === 'left' ? null : guest.enteredAt
    return { verdict, at, fill, guest: guest.id === null ? null : { ...guest, enteredAt } }
  }
}

/**
 * SQL: inserts admissions of guests that are imported as already inside. The query `from` provides
 * `id` and `entered_at`.
 */
export const initialPassages = (from: SQL, userId: SQL): SQL => sql`
  insert into passages (id, guest_id, user_id, direction, verdict, decided, at)
  select passage_id(entered_at), id, ${userId}, 'in', 'admitted', 'import', entered_at
  from ${from} where entered_at is not null`
