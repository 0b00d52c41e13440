import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement } from '../driver'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { type GuestRow, guestProjection } from './guests'
import type { Occupancy } from './night'
import { requireRow } from './rows'

/** As lib/admission/rules.ts names them. */
type PassageVerdict =
  | 'admitted'
  | 'left'
  | 'inside'
  | 'outside'
  | 'no_ticket'
  | 'banned'
  | 'full'
  | 'unknown'
  | 'returned'

/** Who stands at the door: one of the staff, a device at a gate, or both in one. */
interface ScannedBy {
  userId: number | null
  deviceId?: string
  gateId?: number
}

export interface ScanCommand {
  /** The name of the passage; a repeated one gets the first answer. */
  id: string
  who: { code: string } | { id: number }
  direction: 'in' | 'out'
  /** Refusals that are not to hold. */
  despite: { ban: boolean; noTicket: boolean; full?: boolean }
  /** Whether there is a limit to how many may be inside: only then they are counted. */
  isLimited?: boolean
  by: ScannedBy
}

interface Passed {
  verdict: PassageVerdict
  /** ISO instant. */
  at: string
  /** As the passage leaves it; null when nobody has the code. */
  guest: GuestRow | null
  /** How full it was found, where there is a limit and the guest would have been let in. */
  fill: Occupancy | null
}

const value = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`

/**
 * What lib/admission/rules.ts decides, of a row that is held; the order of the cases is its own. That
 * it is full comes last, so that only whoever would be let in is counted against the limit.
 */
const decision = (ifNobody: SQL) => sql`case
  when asked.id is null then ${ifNobody}
  when ${value('direction', 'text')} = 'out' then case when asked.entered_at is null then 'outside' else 'left' end
  when asked.ban_reason is not null and not ${value('despiteBan', 'bool')} then 'banned'
  when asked.entered_at is not null then 'inside'
  when asked.bought_at is null and not ${value('despiteNoTicket', 'bool')} then 'no_ticket'
  else 'admitted' end`

/**
 * The time is taken behind the lock, and is never before the guest's last move, whatever clock
 * that was by: what is decided later also comes later.
 */
const moment = sql`greatest(clock_timestamp(), asked.entered_at + interval '1 microsecond',
  (select max(at) + interval '1 microsecond' from passages
    where guest_id = asked.id and verdict in ('admitted', 'left')))`

/** Ways to name a guest: what is meant, how it is joined, and what becomes of nobody. */
interface Way {
  isMeant: SQL
  join: SQL
  ifNobody: SQL
  codeHash: SQL
}

/** What is added where there is a limit: counted behind the guest's row, if it comes to that. */
const counting = ({ ifNobody }: Way) => ({
  counted: sql`, counted as materialized (
      select fill, is_full from asked cross join lateral fill_for(coalesce(${value('gateId', 'int')}, 0))
      where not exists (select from known) and ${decision(ifNobody)} = 'admitted'
    )`,
  verdict: sql`case when (select is_full from counted) and not ${value('despiteFull', 'bool')} then 'full'
        else ${decision(ifNobody)} end`,
  override: sql`|| case when verdict = 'admitted' and (select is_full from counted)
            then '{"override": [null, "puno"]}' else '{}'::jsonb end`,
  fill: sql`, (select fill from counted) as fill`,
})

const moveOf = (way: Way, isLimited: boolean) => {
  const { isMeant, join, ifNobody, codeHash } = way
  const limit = isLimited ? counting(way) : null
  return prepareStatement<
    Omit<Passed, 'guest' | 'fill'> & GuestRow & { fill?: Occupancy | null }
  >(sql`
    with asked as materialized (
      select guests.*, guests.xmin from guests where ${isMeant} and deleted_at is null for no key update
    ), known as (
      select verdict, at from passages where id = ${value('passage', 'uuid')}
    )${limit?.counted}, passed as (
      insert into passages
        (id, guest_id, gate_id, device_id, user_id, direction, verdict, decided, at, code_hash)
      select ${value('passage', 'uuid')}, asked.id, ${value('gateId', 'int')},
        ${value('deviceId', 'uuid')}, ${value('userId', 'int')}, ${value('direction', 'text')},
        ${limit?.verdict ?? decision(ifNobody)}, ${value('decided', 'text')}, ${moment}, ${codeHash}
      from (select) one ${join} asked on true
      where not exists (select from known)
      on conflict (id) do nothing
      returning guest_id, verdict, at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action, changes)
      select ${value('userId', 'int')}, 'guests', asked.id::text,
        case verdict when 'admitted' then 'admitted' else 'let_out' end,
        jsonb_build_object('entered', case verdict when 'admitted' then '["0", "1"]'::jsonb else '["1", "0"]' end)
          || case when verdict = 'admitted' and asked.ban_reason is not null
            then '{"override": [null, "zabrana ulaska"]}' else '{}'::jsonb end
          ${limit?.override}
      from passed join asked on asked.id = passed.guest_id
      where verdict in ('admitted', 'left') and ${value('userId', 'int')} is not null
    )
    select coalesce(passed.verdict, known.verdict) as verdict, coalesce(passed.at, known.at) as at,
      ${guestProjection}${limit?.fill}
    from (select) one left join passed on true left join known on true
    left join (asked as guests join ${guestLists} on ${guestLists.id} = ${guests.listId}) on true`)
}

const BY_ID: Way = {
  isMeant: sql`id = ${value('id', 'int')}`,
  join: sql`join`,
  ifNobody: sql`null`,
  codeHash: sql`null`,
}

/** A code that was mailed and is nobody's any more was of a ticket that was taken back. */
const BY_CODE: Way = {
  isMeant: sql`conf_code = ${value('code', 'uuid')}`,
  join: sql`left join`,
  ifNobody: sql`case when exists (select from mails where conf_code = ${value('code', 'uuid')}) then 'returned' else 'unknown' end`,
  codeHash: sql`case when asked.id is null then substring(sha256(uuid_send(${value('code', 'uuid')})) for 16) end`,
}

const moves = {
  byId: [moveOf(BY_ID, false), moveOf(BY_ID, true)],
  byCode: [moveOf(BY_CODE, false), moveOf(BY_CODE, true)],
} as const

/** What the gate was told besides a code: that a name was chosen, or a refusal is not to hold. */
function howDecided(who: ScanCommand['who'], despite: ScanCommand['despite'], by: ScannedBy) {
  if (by.deviceId === undefined) return 'server'
  if (despite.ban || despite.noTicket || despite.full) return 'server_override'
  return 'id' in who ? 'server_name' : 'server'
}

/**
 * Decides about a guest at the door and records the passage, refusals too, and who let in or
 * out, all in one statement. Of several at once each waits for the guest's row and finds what
 * those before it left. Null when there is no guest of this number.
 */
export async function decideAndRecord(
  db: Db,
  { id, who, direction, despite, isLimited = false, by }: ScanCommand,
): Promise<Passed | null> {
  const run = moves['id' in who ? 'byId' : 'byCode'][isLimited ? 1 : 0]
  for (;;) {
    const [row] = await run(db, {
      ...who,
      passage: id,
      direction,
      despiteBan: despite.ban,
      despiteNoTicket: despite.noTicket,
      despiteFull: despite.full ?? false,
      decided: howDecided(who, despite, by),
      userId: by.userId,
      deviceId: by.deviceId ?? null,
      gateId: by.gateId ?? null,
    })
    const { verdict, at, fill = null, ...guest } = requireRow(row)
    if (verdict === null && 'id' in who && guest.id === null) return null
    // Another call of the same name was faster and could not be seen yet: now it can.
    if (verdict === null) continue
    const enteredAt = verdict === 'admitted' ? at : verdict === 'left' ? null : guest.enteredAt
    return { verdict, at, fill, guest: guest.id === null ? null : { ...guest, enteredAt } }
  }
}

/**
 * The passages of guests who were put on the list as inside already; `from` gives their `id`
 * and `entered_at`.
 */
export const initialPassages = (from: SQL, decided: 'server' | 'import', userId: SQL): SQL => sql`
  insert into passages (id, guest_id, user_id, direction, verdict, decided, at)
  select passage_id(entered_at), id, ${userId}, 'in', 'admitted', ${sql.raw(`'${decided}'`)}, entered_at
  from ${from} where entered_at is not null`
