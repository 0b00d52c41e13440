import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement, queryRows } from '../driver'
import { settledObjections } from '../schema/board'
import { gateDevices, gatePairings, gates } from '../schema/gates'
import { doubles } from '../schema/passages'
import { requireRow } from './rows'

// What the admin's board shows of a night, and what it changes. Instants come as ISO text.

export interface GateRow {
  id: number
  name: string
  unknownPolicy: 'stop' | 'admit'
  /** How many of those let in here may be inside at once; null where nobody counts. */
  capacity: number | null
}

const { id, name, unknownPolicy, capacity } = gates
const gateRow = { id, name, unknownPolicy, capacity }
const isLive = isNull(gates.deletedAt)

export const listGates = (db: Db): Promise<GateRow[]> =>
  db.select(gateRow).from(gates).where(isLive).orderBy(asc(gates.id))

/** Also those that are gone, whose passages stay. */
export const listAllGates = (db: Db) =>
  db
    .select({
      id: gates.id,
      name: gates.name,
      isDeleted: sql<boolean>`${gates.deletedAt} is not null`,
    })
    .from(gates)
    .orderBy(asc(gates.id))

/** The gate until the end of the transaction. */
export async function lockGate(tx: Db, id: number): Promise<GateRow | null> {
  const [row] = await tx
    .select(gateRow)
    .from(gates)
    .where(and(isLive, eq(gates.id, id)))
    .for('update')
  return row ?? null
}

/** Null when there is a gate of that name, whatever its case and diacritics. */
export async function createGate(tx: Db, gate: Omit<GateRow, 'id'>): Promise<GateRow | null> {
  const [row] = await tx.insert(gates).values(gate).onConflictDoNothing().returning(gateRow)
  return row ?? null
}

/** Throws the database's unique violation when another gate has the name. */
export async function updateGate(tx: Db, id: number, change: Partial<GateRow>): Promise<GateRow> {
  const [row] = await tx.update(gates).set(change).where(eq(gates.id, id)).returning(gateRow)
  return requireRow(row)
}

/** The last one stays, as does one at which somebody is at work. */
export async function deleteGate(
  tx: Db,
  id: number,
): Promise<GateRow | 'last_gate' | 'in_use' | null> {
  // All of them are held, so that of two at once not both find another one left.
  const all = await tx
    .select(gateRow)
    .from(gates)
    .where(isLive)
    .orderBy(asc(gates.id))
    .for('update')
  const gate = all.find((one) => one.id === id)
  if (!gate) return null
  if (all.length === 1) return 'last_gate'
  if ((await tx.$count(gateDevices, and(eq(gateDevices.gateId, id), isAtWork))) > 0) return 'in_use'
  await tx.update(gates).set({ deletedAt: sql`now()` }).where(eq(gates.id, id))
  await tx
    .update(gatePairings)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(gatePairings.gateId, id), sql`expires_at > now()`))
  return gate
}

const isAtWork = sql`revoked_at is null and left_at is null and ends_at > now()`

export async function insertPairing(
  tx: Db,
  pairing: { gateId: number; codeHash: Buffer; madeBy: number; endsAt: Date; minutes: number },
): Promise<{ id: number; expiresAt: Date }> {
  const { minutes, ...row } = pairing
  const expiresAt = sql<Date>`now() + make_interval(mins => ${minutes})`
  const [made] = await tx
    .insert(gatePairings)
    .values({ ...row, expiresAt })
    .returning({ id: gatePairings.id, expiresAt: gatePairings.expiresAt })
  return requireRow(made)
}

/** Takes a device out of service; whether it was in it. Null when there is no such device. */
export async function revokeDevice(
  tx: Db,
  id: string,
): Promise<{ gateId: number; label: string; wasAtWork: boolean } | null> {
  const [device] = await tx
    .select({
      gateId: gateDevices.gateId,
      label: gateDevices.label,
      wasAtWork: sql<boolean>`${isAtWork}`,
    })
    .from(gateDevices)
    .where(eq(gateDevices.id, id))
    .for('update')
  if (device?.wasAtWork)
    await tx.update(gateDevices).set({ revokedAt: sql`now()` }).where(eq(gateDevices.id, id))
  return device ?? null
}

export interface DeviceRow {
  id: string
  gateId: number
  label: string
  isStaff: boolean
  joinedAt: string
  endsAt: string
  goneAt: string | null
  isRevoked: boolean
  lastSeenAt: string | null
  clockOffset: number
  hasScanned: boolean
  admitted: number
  status: Record<string, unknown> | null
}

const hasScanned = 'exists (select from passages p where p.device_id = d.id)'
const deviceRow = sql.raw(`d.id, d.gate_id as "gateId", d.label, d.is_staff as "isStaff",
  d.created_at as "joinedAt", d.ends_at as "endsAt", coalesce(d.revoked_at, d.left_at) as "goneAt",
  d.revoked_at is not null as "isRevoked", d.last_seen_at as "lastSeenAt",
  d.clock_offset::int as "clockOffset", d.status, ${hasScanned} as "hasScanned"`)
/** But for staff who only looked in. */
const areOfTonight = sql.raw(
  `least(d.ends_at, d.revoked_at, d.left_at) > now() - interval '12 hours'
  and (d.left_at is null or not d.is_staff or ${hasScanned})`,
)

/** Devices of the shifts that last or have ended within half a day, in order of joining. */
export const listDevices = (db: Db): Promise<DeviceRow[]> =>
  queryRows(
    db,
    sql`select ${deviceRow},
      (select count(*)::int from passages p where p.device_id = d.id and p.verdict = 'admitted') as admitted
    from gate_devices d where ${areOfTonight} order by d.created_at, d.id`,
  )

/** The same without what each has let in, which is to be counted. */
export const listDeviceStates = prepareStatement<Omit<DeviceRow, 'admitted'>>(
  sql`select ${deviceRow} from gate_devices d where ${areOfTonight} order by d.created_at, d.id`,
)

/** So many of each are shown: a night in which more stand open has other worries. */
const MOST = 200

/** A passage as those who look into it need it. */
const told = (alias: string) =>
  sql.raw(`jsonb_build_object('id', ${alias}.id, 'at', ${iso(`${alias}.at`)},
  'gate', ${alias}_gate.name, 'device', ${alias}_device.label, 'deviceId', ${alias}.device_id,
  'user', nullif(${alias}_user.name, ''), 'decided', ${alias}.decided, 'clockOffset', ${alias}.clock_offset)`)
const joins = (alias: string) =>
  sql.raw(`left join gates ${alias}_gate on ${alias}_gate.id = ${alias}.gate_id
  left join gate_devices ${alias}_device on ${alias}_device.id = ${alias}.device_id
  left join users ${alias}_user on ${alias}_user.id = ${alias}.user_id`)
export const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const isOfNow = (settled: string, found: string) =>
  sql.raw(
    `(${settled} is null and ${found} > now() - interval '7 days') or ${settled} > now() - interval '1 day'`,
  )

const isNamed = (keys: string[]) => sql`d.first || ' ' || d.second in
  (select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb))`

/**
 * Guests let in twice: those that nobody has settled first, then the settled ones of a day; or
 * those that `keys` name by both their passages.
 */
export const listDuplicateAdmissions = (
  db: Db,
  keys?: string[],
): Promise<Record<string, unknown>[]> =>
  queryRows(
    db,
    sql`select jsonb_build_object('id', g.id, 'name', g.name, 'surname', g.surname) as guest,
      ${told('a')} as first, ${told('b')} as second, d.found_at as "foundAt", d.settled,
      nullif(s.name, '') as "settledBy", d.settled_at as "settledAt"
    from doubles d join passages a on a.id = d.first join passages b on b.id = d.second
      join guests g on g.id = d.guest_id left join users s on s.id = d.settled_by
      ${joins('a')} ${joins('b')}
    where ${keys ? isNamed(keys) : isOfNow('d.settled_at', 'd.found_at')}
    order by d.settled_at desc nulls first, d.found_at desc, d.second limit ${keys ? null : MOST}`,
  )

/** The same of those who were let in by a phone alone, and whom the server would have refused. */
export const listObjections = (db: Db): Promise<Record<string, unknown>[]> =>
  queryRows(
    db,
    sql`select p.id, p.at, p_gate.name as gate, p_device.label as device,
      nullif(p_user.name, '') as user, p.verdict, p.objection, o.settled, nullif(s.name, '') as "settledBy",
      o.settled_at as "settledAt",
      case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name, 'surname', g.surname) end as guest
    from passages p left join guests g on g.id = p.guest_id ${joins('p')}
      left join settled_objections o on o.passage = p.id left join users s on s.id = o.settled_by
    where p.objection is not null and (${isOfNow('o.settled_at', 'p.received_at')})
      and (o.settled is not null or not exists (select from passages t where t.takes_back = p.id))
    order by o.settled_at desc nulls first, p.at desc, p.id limit ${sql.raw(String(MOST))}`,
  )

/** QR codes that hold, that were just used, or that somebody tried in vain within a day. */
export const listPairings = (db: Db): Promise<Record<string, unknown>[]> =>
  queryRows(
    db,
    sql`select q.id, g.name as gate, q.expires_at as "expiresAt", q.used_at as "usedAt",
      d.label as device, q.tries, q.last_try_at as "lastTryAt", q.last_try_by as "lastTryBy"
    from gate_pairings q join gates g on g.id = q.gate_id
      left join gate_devices d on d.id = q.device_id
    where q.expires_at > now() - interval '1 minute' or q.last_try_at > now() - interval '1 day'
    order by q.last_try_at desc nulls last, q.id desc limit 50`,
  )

/** The double until the end of the transaction. */
export async function lockDouble(tx: Db, first: string, second: string) {
  const [row] = await tx
    .select({ guestId: doubles.guestId, settled: doubles.settled })
    .from(doubles)
    .where(and(eq(doubles.first, first), eq(doubles.second, second)))
    .for('update')
  return row ?? null
}

export async function settleDouble(
  tx: Db,
  [first, second]: [string, string],
  settled: 'same_guest' | 'copied_ticket' | 'mistake',
  userId: number,
): Promise<void> {
  await tx
    .update(doubles)
    .set({ settled, settledBy: userId, settledAt: sql`now()` })
    .where(and(eq(doubles.first, first), eq(doubles.second, second)))
}

/** Takes back a passage that did not happen: it should have said that the guest was there already. */
export async function voidPassage(tx: Db, id: string, by: { id: string; userId: number }) {
  await tx.execute(sql`
    insert into passages (id, guest_id, gate_id, user_id, direction, verdict, decided, at, takes_back)
    select ${by.id}::uuid, guest_id, gate_id, ${by.userId}::int, direction,
      case direction when 'in' then 'inside' else 'outside' end, 'server', clock_timestamp(), id
    from passages where id = ${id}::uuid`)
}

/** The passage to which the server objects, and whether it was settled; null where it does not. */
export async function getObjection(db: Db, id: string) {
  const [row] = await queryRows<{ guestId: number | null; settled: string | null }>(
    db,
    sql`select p.guest_id as "guestId", o.settled from passages p
      left join settled_objections o on o.passage = p.id
      where p.id = ${id}::uuid and p.objection is not null`,
  )
  return row ?? null
}

/** Whether it was this call that settled it. */
export async function settleObjection(
  tx: Db,
  passage: string,
  settled: 'stays' | 'led_out' | 'taken_back',
  userId: number,
): Promise<boolean> {
  const rows = await tx
    .insert(settledObjections)
    .values({ passage, settled, settledBy: userId })
    .onConflictDoNothing()
    .returning({ passage: settledObjections.passage })
  return rows.length > 0
}
