import { sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'

/**
 * Passage that a gate device decided offline. Its time is corrected by the clock offset of the
 * device.
 */
export interface OfflinePassage {
  id: string
  guestId: number | null
  /** Confirmation code of a ticket that is missing from the roster. */
  code: string | null
  direction: 'in' | 'out'
  verdict: string
  decided: string
  at: Date
  takesBack: string | null
  /** Hash, as Base64, of the ticket that was scanned for a guest on the roster. */
  ticket?: string | null
}

export interface UploadingDevice {
  id: string
  gateId: number
  userId: number | null
  /**
   * Whether the user of the device is an admin, who may override a ban or a full venue (rule 6.9).
   */
  mayOverride: boolean
  isRevoked: boolean
  /** Time at which the device was registered, as ISO text. */
  joinedAt: string
  /** Correction of the device's clock in milliseconds. */
  clockOffset: number
}

/**
 * Result of storing one passage: stored now (`counted`) or before (`known`), or refused. Refused
 * are an unknown guest, a passage that another device has stored, and a void by a device that was
 * revoked or not yet registered.
 */
export type Outcome = 'counted' | 'known' | 'unknown_guest' | 'foreign_passage' | 'late_taking_back'

const uploaded = sql`jsonb_to_recordset(${sql.placeholder('passages')}::text::jsonb) as uploaded(
  id uuid, "guestId" int, code uuid, direction text, verdict text, decided text, at timestamptz, "takesBack" uuid,
  ticket text)`

/** Locks the guests in order of their ids, so that two uploads cannot deadlock. */
const lockGuests = prepareStatement(sql`
  select id from guests where id in (
    select "guestId" from ${uploaded}
    union select g.id from ${uploaded} join guests g on g.conf_code = uploaded.code
    union select p.guest_id from ${uploaded} join passages p on p.id = uploaded."takesBack"
  ) order by id for no key update`)

/**
 * SQL: the detail in the activity log for an admission by an admin in spite of a ban or, without a
 * ban, of a full venue.
 */
const OVERRIDE_DETAIL = sql`case
  when counted.verdict = 'admitted' and decided = 'override' and ${sql.placeholder('mayOverride')}::bool
    and (ban_reason is not null or bought_at is not null)
  then jsonb_build_object('override', jsonb_build_array(null,
    case when ban_reason is not null then 'zabrana ulaska' else 'puno' end))
  else '{}'::jsonb end`

/**
 * SQL: the reason why a passage is doubtful: its device is revoked, or the passage is more than a
 * minute older than the registration of the device. Earlier registrations of the same user count
 * too.
 */
const DOUBT_REASON = sql`case
  when ${sql.placeholder('isRevoked')}::bool then 'revoked'
  when uploaded.at < ${sql.placeholder('joinedAt')}::timestamptz - interval '1 minute' and not exists (
    select from gate_devices earlier
    where earlier.user_id = ${sql.placeholder('user')}::int and earlier.revoked_at is null
      -- A browser unregisters when its page is closed, and may continue offline.
      and uploaded.at between earlier.created_at - interval '1 minute'
        and earlier.ends_at + interval '1 minute'
  ) then 'before_joining' end`

/** SQL: whether this device, or an earlier one of the same user, recorded the passage `voided`. */
const IS_OWN_VOIDED = sql`(voided.device_id = ${sql.placeholder('device')}::uuid or exists (
  select from gate_devices earlier
  where earlier.id = voided.device_id and earlier.user_id = ${sql.placeholder('user')}::int
    and earlier.revoked_at is null))`

/**
 * Stores the passages. A passage that would void a passage of another device is stored without the
 * void and is disputed: the phone may have been that device before it was paired again, but the
 * server cannot know.
 */
const insertPassages = prepareStatement<{ id: string; outcome: Outcome }>(sql`
  with checked as (
    select uploaded.*, g.id as guest, g.deleted_at, g.ban_reason, g.bought_at,
      -- A scan of a guest who was outside is an exit if the phone did not know of the admission.
      g.id is not null and (uploaded.verdict in ('admitted', 'left')
        or uploaded.verdict = 'outside' and g.entered_at < uploaded.at) as changes_presence,
      voided.guest_id = g.id and voided.verdict = uploaded.verdict as is_same_as_voided,
      voided.id is null and exists (select from passages where id = uploaded."takesBack") as is_foreign_void,
      ${DOUBT_REASON} as doubt,
      substring(sha256(uuid_send(g.conf_code)) for 16) as hash,
      case
        when uploaded."guestId" is not null and g.id is null then 'unknown_guest'
        when stored.device_id is distinct from ${sql.placeholder('device')}::uuid and stored.id is not null
          then 'foreign_passage'
        when ${DOUBT_REASON} is not null and voided.verdict in ('admitted', 'left', 'outside')
          and (voided.guest_id = g.id and voided.verdict = uploaded.verdict) is not true
          then 'late_taking_back'
      end as refusal
    from ${uploaded}
    left join passages stored on stored.id = uploaded.id
    left join passages voided on voided.id = uploaded."takesBack" and ${IS_OWN_VOIDED}
    left join guests g on g.id = coalesce(uploaded."guestId", (select id from guests where conf_code = uploaded.code))
  ), counted as (
    insert into passages (id, guest_id, gate_id, device_id, user_id, direction, verdict, decided,
      at, clock_offset, voids, server_refusal, code_hash)
    select id, guest, ${sql.placeholder('gate')}::int, ${sql.placeholder('device')}::uuid,
      ${sql.placeholder('user')}::int, direction, verdict, decided,
      least(at, clock_timestamp()), ${sql.placeholder('offset')}::bigint,
      case when not is_foreign_void then "takesBack" end,
      coalesce(case when verdict = 'admitted' then case
        when guest is null and exists (select from mails where conf_code = code) then 'returned'
        when guest is null then 'unknown'
        when deleted_at is not null then 'gone'
        when ban_reason is not null
          and not (decided = 'override' and ${sql.placeholder('mayOverride')}::bool) then 'banned'
        when decided <> 'override' and decode(ticket, 'base64') <> coalesce(hash, '') then 'returned'
        when bought_at is null and decided <> 'override' then 'no_ticket'
      end end, case when changes_presence then
        coalesce(doubt, case when is_foreign_void then 'before_joining' end) end),
      case when guest is null then substring(sha256(uuid_send(code)) for 16) end
    from checked where refusal is null order by id
    on conflict (id) do nothing
    returning id, guest_id, verdict, at
  ), recorded as (
    insert into activities (at, user_id, entity, entity_id, action, changes)
    select counted.at, ${sql.placeholder('user')}::int, 'guests', guest_id::text,
      case counted.verdict when 'admitted' then 'admitted' else 'let_out' end,
      jsonb_build_object('entered', case counted.verdict when 'admitted' then '["0", "1"]'::jsonb else '["1", "0"]' end)
        || ${OVERRIDE_DETAIL}
    from counted join checked on checked.id = counted.id
    where changes_presence and ${sql.placeholder('user')}::int is not null
      -- Skipped if the server recorded the same passage, but its response came too late.
      and is_same_as_voided is not true
  )
  select checked.id, coalesce(refusal, case when counted.id is null then 'known' else 'counted' end) as outcome
  from checked left join counted on counted.id = checked.id`)

/**
 * Stores the passages that a device decided offline, each only once. Also stores the refusal that
 * the server would have given. All ids must differ. Returns the result of each passage by its id.
 */
export function recordPassages(
  db: Db,
  { id, gateId, userId, clockOffset, ...device }: UploadingDevice,
  passages: OfflinePassage[],
): Promise<Map<string, Outcome>> {
  return db.transaction(async (tx) => {
    const values = { passages: JSON.stringify(passages) }
    await lockGuests(tx, values)
    const rows = await insertPassages(tx, {
      ...values,
      ...device,
      device: id,
      gate: gateId,
      user: userId,
      offset: clockOffset,
    })
    return new Map(rows.map((row) => [row.id, row.outcome]))
  })
}

const selectChecksum = prepareStatement<{ count: number; bits: string | null }>(sql`
  select count(*)::int as count, bit_xor(('x' || replace(id::text, '-', ''))::bit(128))::text as bits
  from passages where device_id = ${sql.placeholder('device')} and decided not like 'server%'`)

/**
 * Returns a checksum of the stored passages that the device decided itself: their number, and the
 * XOR of their ids.
 */
export async function tallyPassages(
  db: Db,
  device: string,
): Promise<{ count: number; xor: string }> {
  const [row] = await selectChecksum(db, { device })
  const xor = BigInt(`0b${row?.bits ?? 0}`)
    .toString(16)
    .padStart(32, '0')
  return { count: row?.count ?? 0, xor }
}
