import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { prepareStatement } from '../driver'
import type { StoredStatus } from '../schema/gates'
import { gateDevices, gatePairings } from '../schema/gates'
import { requireRow } from './rows'

/** A device as it stands when it asks: its gate, its shift and, of one of the staff, the privilege. */
export interface DeviceRow {
  id: string
  label: string
  gateId: number
  gate: string
  isStaff: boolean
  userId: number | null
  /** When the phone became a device. */
  joinedAt: string
  /** Null where it was joined, and when the person is gone. */
  privilege: number | null
  endsAt: string
  isOver: boolean
  revokedAt: string | null
  clockOffset: number
  /** When it asked, in ms by the clock of the database: that of an instance may be wrong. */
  now: number
}

const selectDevice = prepareStatement<DeviceRow>(sql`
  select d.id, d.label, d.gate_id as "gateId", g.name as gate, d.is_staff as "isStaff",
    d.user_id as "userId", d.created_at as "joinedAt", u.privilege, d.ends_at as "endsAt", d.ends_at <= now() as "isOver",
    d.revoked_at as "revokedAt", d.clock_offset::float8 as "clockOffset",
    floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now
  from gate_devices d join gates g on g.id = d.gate_id left join users u on u.id = d.user_id
  where d.id = ${sql.placeholder('id')} and d.secret_hash = ${sql.placeholder('hash')} and d.left_at is null`)

/** The device of this number and secret, unless it has left; whether it still may is not asked. */
export async function getDevice(db: Db, id: string, hash: Buffer): Promise<DeviceRow | null> {
  return (await selectDevice(db, { id, hash }))[0] ?? null
}

export async function createDevice(
  db: Db,
  device: Pick<
    typeof gateDevices.$inferInsert,
    'gateId' | 'label' | 'userId' | 'signInId' | 'secretHash'
  > & {
    /** Null for the day that a sign-in lasts. */
    endsAt: string | null
  },
): Promise<string> {
  const { endsAt, ...rest } = device
  const [row] = await db
    .insert(gateDevices)
    .values({
      ...rest,
      isStaff: rest.userId !== null && rest.userId !== undefined,
      endsAt: endsAt === null ? sql`now() + interval '24 hours'` : sql`${endsAt}::timestamptz`,
    })
    .returning({ id: gateDevices.id })
  return requireRow(row).id
}

export const moveDevice = (db: Db, id: string, gateId: number) =>
  db.update(gateDevices).set({ gateId }).where(eq(gateDevices.id, id))

/** It is signed out with this sign-in from now on; of another one of the same browser before. */
export const linkToSignIn = (db: Db, id: string, signInId: string | null) =>
  db
    .update(gateDevices)
    .set({ signInId })
    .where(and(eq(gateDevices.id, id), sql`${gateDevices.signInId} is distinct from ${signInId}`))

export const markDeviceLeft = (db: Db, id: string) =>
  db.update(gateDevices).set({ leftAt: sql`now()` }).where(eq(gateDevices.id, id))

/** Ends the shift now, unless it has ended: what the device did before is still taken. */
export const endShift = (db: Db, id: string) =>
  db
    .update(gateDevices)
    .set({ endsAt: sql`now()` })
    .where(and(eq(gateDevices.id, id), sql`${gateDevices.endsAt} > now()`))

/** A sign of life, and what it told of itself. */
export const recordHeartbeat = (
  db: Db,
  id: string,
  { clockOffset, status }: { clockOffset: number; status?: StoredStatus },
) =>
  db
    .update(gateDevices)
    .set({ lastSeenAt: sql`now()`, clockOffset, ...(status && { status }) })
    .where(eq(gateDevices.id, id))

/** What passages of a shift long over call their device: no name, yet one device and not another. */
const nameless = sql`'Uređaj ' || upper(left(${gateDevices.id}::text, 4))`

/** Takes people's names off the devices whose shifts have ended more than a week ago; how many. */
export async function anonymizeDeviceLabels(db: Db): Promise<number> {
  const renamed = await db
    .update(gateDevices)
    .set({ label: nameless })
    .where(
      sql`${gateDevices.endsAt} < now() - interval '7 days' and ${gateDevices.label} <> ${nameless}`,
    )
    .returning({ id: gateDevices.id })
  return renamed.length
}

/** What they do from now on does not count. */
export const revokeDevicesOfUser = (db: Db, userId: number) =>
  db
    .update(gateDevices)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(gateDevices.userId, userId), isNull(gateDevices.revokedAt)))

export interface Pairing {
  id: number
  gateId: number
  /** End of the shift. */
  endsAt: string
}

/** Uses a code up; null when it was used before, has expired or never was. */
export async function usePairing(tx: Db, codeHash: Buffer): Promise<Pairing | null> {
  const [row] = await tx.execute<{ id: number; gateId: number; endsAt: string }>(sql`
    update gate_pairings set used_at = now()
    where code_hash = ${codeHash} and used_at is null and expires_at > now() and ends_at > now()
    returning id, gate_id as "gateId", ends_at as "endsAt"`)
  return row ?? null
}

export const nameDeviceOfPairing = (tx: Db, id: number, deviceId: string) =>
  tx.update(gatePairings).set({ deviceId }).where(eq(gatePairings.id, id))

/** Notes a try that was refused, by which kind of device; null when no such code was ever made. */
export async function recordPairingAttempt(db: Db, codeHash: Buffer, by: string) {
  const [row] = await db
    .update(gatePairings)
    .set({ tries: sql`least(tries + 1, 30000)`, lastTryAt: sql`now()`, lastTryBy: by })
    .where(eq(gatePairings.codeHash, codeHash))
    .returning({ isUsed: sql<boolean>`used_at is not null` })
  return row ?? null
}
