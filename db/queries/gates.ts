import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement, queryRows } from '../prepared'
import { disputeResolutions } from '../schema/board'
import { gateDevices, gatePairings, gates } from '../schema/gates'
import { duplicateAdmissions } from '../schema/passages'
import { anonymousLabel } from './gate-devices'
import { requireRow } from './rows'

// Queries of the gate board. Instants are ISO text.

export interface GateRow {
  id: number
  name: string
  unknownPolicy: 'stop' | 'admit'
  /** Maximum number of guests inside who were admitted at this gate; null without a limit. */
  capacity: number | null
}

const { id, name, unknownPolicy, capacity } = gates
const gateRow = { id, name, unknownPolicy, capacity }
const isActive = isNull(gates.deletedAt)

export const listGates = (db: Db): Promise<GateRow[]> =>
  db.select(gateRow).from(gates).where(isActive).orderBy(asc(gates.id))

/** Lists all gates, deleted ones included, since their passages are kept. */
export const listAllGates = (db: Db) =>
  db
    .select({
      id: gates.id,
      name: gates.name,
      isDeleted: sql<boolean>`${gates.deletedAt} is not null`,
    })
    .from(gates)
    .orderBy(asc(gates.id))

/** Returns an active gate and locks it until the end of the transaction. */
export async function lockGate(tx: Db, id: number): Promise<GateRow | null> {
  const [row] = await tx
    .select(gateRow)
    .from(gates)
    .where(and(isActive, eq(gates.id, id)))
    .for('update')
  return row ?? null
}

/** Creates a gate. Returns null if a gate has the same name, ignoring case and diacritics. */
export async function createGate(tx: Db, gate: Omit<GateRow, 'id'>): Promise<GateRow | null> {
  const [row] = await tx.insert(gates).values(gate).onConflictDoNothing().returning(gateRow)
  return row ?? null
}

/** Updates a gate. Throws a unique violation if another gate has the name. */
export async function updateGate(tx: Db, id: number, change: Partial<GateRow>): Promise<GateRow> {
  const [row] = await tx.update(gates).set(change).where(eq(gates.id, id)).returning(gateRow)
  return requireRow(row)
}

/**
 * Deletes a gate and expires its pairing codes. Changes nothing and returns `last_gate` for the
 * only gate, `in_use` for a gate with a device on duty, and null for an unknown gate.
 */
export async function deleteGate(
  tx: Db,
  id: number,
): Promise<GateRow | 'last_gate' | 'in_use' | null> {
  // Locks all gates, so that two concurrent deletions cannot remove the last two.
  const all = await tx
    .select(gateRow)
    .from(gates)
    .where(isActive)
    .orderBy(asc(gates.id))
    .for('update')
  const gate = all.find((row) => row.id === id)
  if (!gate) return null
  if (all.length === 1) return 'last_gate'
  if ((await tx.$count(gateDevices, and(eq(gateDevices.gateId, id), isOnDuty))) > 0) return 'in_use'
  await tx.update(gates).set({ deletedAt: sql`now()` }).where(eq(gates.id, id))
  await tx
    .update(gatePairings)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(gatePairings.gateId, id), sql`expires_at > now()`))
  return gate
}

const isOnDuty = sql`revoked_at is null and left_at is null and ends_at > now()`

export async function insertPairing(
  tx: Db,
  pairing: { gateId: number; codeHash: Buffer; madeBy: number; endsAt: Date; minutes: number },
): Promise<{ id: number; expiresAt: Date }> {
  const { minutes, ...row } = pairing
  const expiresAt = sql<Date>`now() + make_interval(mins => ${minutes})`
  const [created] = await tx
    .insert(gatePairings)
    .values({ ...row, expiresAt })
    .returning({ id: gatePairings.id, expiresAt: gatePairings.expiresAt })
  return requireRow(created)
}

/**
 * Revokes a device. `wasOnDuty` is false if the device was not on duty; then nothing changes.
 * `userId` and `signInId` are null for a paired phone. Returns null for an unknown device.
 */
export async function revokeDevice(
  tx: Db,
  id: string,
): Promise<{
  gateId: number
  userId: number | null
  signInId: string | null
  anonymousLabel: string
  wasOnDuty: boolean
} | null> {
  const [device] = await tx
    .select({
      gateId: gateDevices.gateId,
      userId: gateDevices.userId,
      signInId: gateDevices.signInId,
      anonymousLabel,
      wasOnDuty: sql<boolean>`${isOnDuty}`,
    })
    .from(gateDevices)
    .where(eq(gateDevices.id, id))
    .for('update')
  if (device?.wasOnDuty)
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
  d.clock_offset::float8 as "clockOffset", d.status, ${hasScanned} as "hasScanned"`)
const shiftEnd = 'least(d.ends_at, d.revoked_at, d.left_at)'
/**
 * SQL: devices that have unsent passages, or may have some, after their gate shift. The same rule
 * as `unsentWarningOf`.
 */
const mayHaveUnsent = `((d.status->>'queue')::int > 0
  or d.left_at is null and ${hasScanned}
    and coalesce(d.last_seen_at, d.created_at) < ${shiftEnd} - interval '1 minute')`
/**
 * SQL: devices whose gate shift is running or ended within 12 hours, or within the 48 hours in which
 * a device may still upload, if it may have unsent passages. Leaves out staff devices that left and
 * never scanned.
 */
const isOnBoard = sql.raw(
  `(${shiftEnd} > now() - interval '12 hours'
    or ${shiftEnd} > now() - interval '48 hours' and ${mayHaveUnsent})
  and (d.left_at is null or not d.is_staff or ${hasScanned})`,
)

/**
 * Lists the devices of the boards: those whose gate shift is running or ended within 12 hours, and
 * for 48 hours those that may have unsent passages. In order of registration. `admitted` is the
 * number of admissions by the device.
 */
export const listDevices = (db: Db): Promise<DeviceRow[]> =>
  queryRows(
    db,
    sql`select ${deviceRow},
      (select count(*)::int from passages p where p.device_id = d.id and p.verdict = 'admitted') as admitted
    from gate_devices d where ${isOnBoard} order by d.created_at, d.id`,
  )

/** Lists the same devices as `listDevices`, without `admitted`, which is slow to count. */
export const listDeviceStates = prepareStatement<Omit<DeviceRow, 'admitted'>>(
  sql`select ${deviceRow} from gate_devices d where ${isOnBoard} order by d.created_at, d.id`,
)

/** Maximum number of duplicate admissions, and of disputed admissions, on the gate board. */
const MAX_SHOWN = 200

/** SQL: JSON object of a passage with its gate, device and user. */
const passageJson = (alias: string) =>
  sql.raw(`jsonb_build_object('id', ${alias}.id, 'at', ${iso(`${alias}.at`)},
  'gate', ${alias}_gate.name, 'device', ${alias}_device.label, 'deviceId', ${alias}.device_id,
  'user', nullif(${alias}_user.name, ''), 'decided', ${alias}.decided, 'clockOffset', ${alias}.clock_offset)`)
const joins = (alias: string) =>
  sql.raw(`left join gates ${alias}_gate on ${alias}_gate.id = ${alias}.gate_id
  left join gate_devices ${alias}_device on ${alias}_device.id = ${alias}.device_id
  left join users ${alias}_user on ${alias}_user.id = ${alias}.user_id`)
export const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const isCurrent = (settled: string, found: string) =>
  sql.raw(
    `(${settled} is null and ${found} > now() - interval '7 days') or ${settled} > now() - interval '1 day'`,
  )

const hasKeyIn = (keys: string[]) => sql`d.first || ' ' || d.second in
  (select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb))`

/**
 * Lists duplicate admissions: unresolved ones of the last week, then those resolved within a day.
 * With `keys`, lists only the given ones; a key is the ids of both passages, separated by a space.
 */
export const listDuplicateAdmissions = (
  db: Db,
  keys?: string[],
): Promise<Record<string, unknown>[]> =>
  queryRows(
    db,
    sql`select jsonb_build_object('id', g.id, 'name', g.name, 'surname', g.surname) as guest,
      ${passageJson('a')} as first, ${passageJson('b')} as second, d.found_at as "foundAt", d.settled,
      nullif(s.name, '') as "settledBy", d.settled_at as "settledAt"
    from duplicate_admissions d join passages a on a.id = d.first join passages b on b.id = d.second
      join guests g on g.id = d.guest_id left join users s on s.id = d.settled_by
      ${joins('a')} ${joins('b')}
    where ${keys ? hasKeyIn(keys) : isCurrent('d.settled_at', 'd.found_at')}
    order by d.settled_at desc nulls first, d.found_at desc, d.second limit ${keys ? null : MAX_SHOWN}`,
  )

/**
 * Lists disputed admissions: unresolved ones of the last week, then those resolved within a day.
 * Leaves out unresolved ones whose passage has been voided.
 */
export const listDisputedAdmissions = (db: Db): Promise<Record<string, unknown>[]> =>
  queryRows(
    db,
    sql`select p.id, p.at, p_gate.name as gate, p_device.label as device,
      nullif(p_user.name, '') as user, p.verdict, p.server_refusal as objection,
      o.settled, nullif(s.name, '') as "settledBy",
      o.settled_at as "settledAt",
      case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name, 'surname', g.surname) end as guest
    from passages p left join guests g on g.id = p.guest_id ${joins('p')}
      left join dispute_resolutions o on o.passage = p.id left join users s on s.id = o.settled_by
    where p.server_refusal is not null and (${isCurrent('o.settled_at', 'p.received_at')})
      and (o.settled is not null or not exists (select from passages t where t.voids = p.id))
    order by o.settled_at desc nulls first, p.at desc, p.id limit ${sql.raw(String(MAX_SHOWN))}`,
  )

/**
 * Lists pairing codes that are valid, that expired at most a minute ago, or that had a refused
 * attempt within the last day.
 */
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

const isPair = (first: string, second: string) =>
  and(eq(duplicateAdmissions.first, first), eq(duplicateAdmissions.second, second))

/** Returns a duplicate admission and locks it until the end of the transaction. */
export async function lockDuplicate(tx: Db, first: string, second: string) {
  const [row] = await tx
    .select({ guestId: duplicateAdmissions.guestId, settled: duplicateAdmissions.settled })
    .from(duplicateAdmissions)
    .where(isPair(first, second))
    .for('update')
  return row ?? null
}

export async function setDuplicateResolution(
  tx: Db,
  [first, second]: [string, string],
  settled: 'same_guest' | 'copied_ticket' | 'mistake',
  userId: number,
): Promise<void> {
  await tx
    .update(duplicateAdmissions)
    .set({ settled, settledBy: userId, settledAt: sql`now()` })
    .where(isPair(first, second))
}

/**
 * Voids a passage that was recorded by mistake, by inserting a passage that names it. The new
 * passage has the verdict `inside` for an admission and `outside` for an exit.
 */
export async function voidPassage(tx: Db, id: string, by: { id: string; userId: number }) {
  await tx.execute(sql`
    insert into passages (id, guest_id, gate_id, user_id, direction, verdict, decided, at, voids)
    select ${by.id}::uuid, guest_id, gate_id, ${by.userId}::int, direction,
      case direction when 'in' then 'inside' else 'outside' end, 'server', clock_timestamp(), id
    from passages where id = ${id}::uuid`)
}

/** Returns a disputed admission and its resolution; null if the passage is not disputed. */
export async function getDisputedAdmission(db: Db, id: string) {
  const [row] = await queryRows<{ guestId: number | null; settled: string | null }>(
    db,
    sql`select p.guest_id as "guestId", o.settled from passages p
      left join dispute_resolutions o on o.passage = p.id
      where p.id = ${id}::uuid and p.server_refusal is not null`,
  )
  return row ?? null
}

/** Stores the resolution of a dispute. Returns false if it was resolved before. */
export async function insertDisputeResolution(
  tx: Db,
  passage: string,
  settled: 'stays' | 'led_out' | 'taken_back',
  userId: number,
): Promise<boolean> {
  const rows = await tx
    .insert(disputeResolutions)
    .values({ passage, settled, settledBy: userId })
    .onConflictDoNothing()
    .returning({ passage: disputeResolutions.passage })
  return rows.length > 0
}
