import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { prepareStatement } from '../prepared'
import type { StoredStatus } from '../schema/gates'
import { gateDevices, gatePairings } from '../schema/gates'
import { requireRow } from './rows'

/** A gate device with its gate, its gate shift and the current privilege of its user. */
export interface DeviceRow {
  id: string
  label: string
  gateId: number
  gate: string
  isStaff: boolean
  userId: number | null
  /** Time at which the device was registered. */
  joinedAt: string
  /**
   * Current privilege of the user. Null if the device was paired by QR code, or if the user was
   * deleted.
   */
  privilege: number | null
  endsAt: string
  isOver: boolean
  revokedAt: string | null
  clockOffset: number
  /**
   * Time of the query in milliseconds since 1970, by the clock of the database, since the clock of
   * an instance may be wrong.
   */
  now: number
}

const selectDevice = prepareStatement<DeviceRow>(sql`
  select d.id, d.label, d.gate_id as "gateId", g.name as gate, d.is_staff as "isStaff",
    d.user_id as "userId", d.created_at as "joinedAt", u.privilege, d.ends_at as "endsAt", d.ends_at <= now() as "isOver",
    d.revoked_at as "revokedAt", d.clock_offset::float8 as "clockOffset",
    floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now
  from gate_devices d join gates g on g.id = d.gate_id left join users u on u.id = d.user_id
  where d.id = ${sql.placeholder('id')} and d.secret_hash = ${sql.placeholder('hash')} and d.left_at is null`)

/**
 * Returns the device with this id and secret; null if there is none, or if the device was
 * unregistered. The caller must check whether the gate shift is over or the device is revoked.
 */
export async function getDevice(db: Db, id: string, hash: Buffer): Promise<DeviceRow | null> {
  return (await selectDevice(db, { id, hash }))[0] ?? null
}

/** SQL: end of the gate shift of a staff device that starts now. A sign-in lasts as long. */
const STAFF_SHIFT_END = sql`now() + interval '24 hours'`

export async function createDevice(
  db: Db,
  device: Pick<
    typeof gateDevices.$inferInsert,
    'gateId' | 'label' | 'userId' | 'signInId' | 'secretHash'
  > & {
    /** End of the gate shift. Null for 24 hours from now. */
    endsAt: string | null
  },
): Promise<string> {
  const { endsAt, ...rest } = device
  const [row] = await db
    .insert(gateDevices)
    .values({
      ...rest,
      isStaff: rest.userId !== null && rest.userId !== undefined,
      endsAt: endsAt === null ? STAFF_SHIFT_END : sql`${endsAt}::timestamptz`,
    })
    .returning({ id: gateDevices.id })
  return requireRow(row).id
}

export const moveDevice = (db: Db, id: string, gateId: number) =>
  db.update(gateDevices).set({ gateId }).where(eq(gateDevices.id, id))

/**
 * Links a device to a sign-in of the same browser, so that signing out also ends the gate shift.
 * Another sign-in than before extends a gate shift that is not over to 24 hours from now.
 */
export const linkToSignIn = (db: Db, id: string, signInId: string | null) =>
  db
    .update(gateDevices)
    .set({
      signInId,
      endsAt: sql`case when ${gateDevices.endsAt} > now() then ${STAFF_SHIFT_END}
        else ${gateDevices.endsAt} end`,
    })
    .where(and(eq(gateDevices.id, id), sql`${gateDevices.signInId} is distinct from ${signInId}`))

export const markDeviceLeft = (db: Db, id: string) =>
  db.update(gateDevices).set({ leftAt: sql`now()` }).where(eq(gateDevices.id, id))

/**
 * Ends the gate shift of a device now, unless it has already ended. The device may still upload
 * earlier passages.
 */
export const endShift = (db: Db, id: string) =>
  db
    .update(gateDevices)
    .set({ endsAt: sql`now()` })
    .where(and(eq(gateDevices.id, id), sql`${gateDevices.endsAt} > now()`))

/**
 * Stores the time of a heartbeat, the clock offset in ms and, if sent, the status of the device.
 */
export const recordHeartbeat = (
  db: Db,
  id: string,
  { clockOffset, status }: { clockOffset: number; status?: StoredStatus },
) =>
  db
    .update(gateDevices)
    .set({ lastSeenAt: sql`now()`, clockOffset, ...(status && { status }) })
    .where(eq(gateDevices.id, id))

/** Anonymous device label that still distinguishes devices, such as 'Uređaj 3F2A'. */
export const anonymousLabel = sql<string>`'Uređaj ' || upper(left(${gateDevices.id}::text, 4))`

/**
 * Replaces device labels, which are names of volunteers, a week after the end of the gate shift.
 * Returns the number of changed devices.
 */
export async function anonymizeDeviceLabels(db: Db): Promise<number> {
  const renamed = await db
    .update(gateDevices)
    .set({ label: anonymousLabel })
    .where(
      sql`${gateDevices.endsAt} < now() - interval '7 days' and ${gateDevices.label} <> ${anonymousLabel}`,
    )
    .returning({ id: gateDevices.id })
  return renamed.length
}

/** Revokes all devices of a user. */
export const revokeDevicesOfUser = (db: Db, userId: number) =>
  db
    .update(gateDevices)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(gateDevices.userId, userId), isNull(gateDevices.revokedAt)))

/**
 * Notifies the devices of a user on duty, so that they read their data again. The permissions of a
 * device come from the user, whose changes the triggers of the change log do not see.
 */
export const notifyDevicesOfUser = (db: Db, userId: number) =>
  db.execute(sql`
    insert into gate_changes (entity, entity_id)
    select 'device', id::text from gate_devices
    where user_id = ${userId} and revoked_at is null and left_at is null and ends_at > now()`)

export interface Pairing {
  id: number
  gateId: number
  /** End of the gate shift. */
  endsAt: string
}

/**
 * Marks a pairing code as used and returns its pairing. Returns null if the code is unknown, used
 * or expired.
 */
export async function usePairing(tx: Db, codeHash: Buffer): Promise<Pairing | null> {
  const [row] = await tx.execute<{ id: number; gateId: number; endsAt: string }>(sql`
    update gate_pairings set used_at = now()
    where code_hash = ${codeHash} and used_at is null and expires_at > now() and ends_at > now()
    returning id, gate_id as "gateId", ends_at as "endsAt"`)
  return row ?? null
}

export const setPairingDevice = (tx: Db, id: number, deviceId: string) =>
  tx.update(gatePairings).set({ deviceId }).where(eq(gatePairings.id, id))

/**
 * Returns the device that a pairing code registered in the last ten minutes, if it has this secret
 * and is not unregistered; otherwise null.
 */
export async function getPairedDevice(
  db: Db,
  codeHash: Buffer,
  secretHash: Buffer,
): Promise<DeviceRow | null> {
  const [pairing] = await db
    .select({ deviceId: gatePairings.deviceId })
    .from(gatePairings)
    .where(and(eq(gatePairings.codeHash, codeHash), sql`used_at > now() - interval '10 minutes'`))
  return pairing?.deviceId ? getDevice(db, pairing.deviceId, secretHash) : null
}

/**
 * Records a refused attempt to use a pairing code, with the kind of device. Returns whether the
 * code is used; null for an unknown code.
 */
export async function recordPairingAttempt(db: Db, codeHash: Buffer, by: string) {
  const [row] = await db
    .update(gatePairings)
    .set({ tries: sql`least(tries + 1, 30000)`, lastTryAt: sql`now()`, lastTryBy: by })
    .where(eq(gatePairings.codeHash, codeHash))
    .returning({ isUsed: sql<boolean>`used_at is not null` })
  return row ?? null
}
