import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { emergencyLists, night } from '../schema/night'
import { requireRow } from './rows'

export interface EmergencyKey {
  salt: Buffer
  key: Buffer
}

const keyColumns = { salt: night.emergencySalt, key: night.emergencyKey }

const keyOf = ([row]: { salt: Buffer | null; key: Buffer | null }[]): EmergencyKey | null =>
  row?.salt && row.key ? { salt: row.salt, key: row.key } : null

/** Returns the encryption key of emergency lists; null while no password is set. */
export const getEmergencyKey = async (db: Db) => keyOf(await db.select(keyColumns).from(night))

/**
 * Returns the encryption key and locks it until the end of the transaction, so that emergency lists
 * are created one after another.
 */
export const lockEmergencyKey = async (tx: Db) =>
  keyOf(await tx.select(keyColumns).from(night).for('update'))

export async function setEmergencyKey(tx: Db, { salt, key }: EmergencyKey): Promise<void> {
  await tx.update(night).set({ emergencySalt: salt, emergencyKey: key })
}

const listedColumns = {
  id: emergencyLists.id,
  madeAt: emergencyLists.madeAt,
  guests: emergencyLists.guests,
  bytes: sql<number>`octet_length(${emergencyLists.sealed})`,
}

/** Lists all emergency lists, newest first. */
export const listEmergencyLists = (db: Db) =>
  db.select(listedColumns).from(emergencyLists).orderBy(desc(emergencyLists.id))

export async function getEmergencyList(db: Db, id?: number) {
  const [row] = await db
    .select({
      id: emergencyLists.id,
      madeAt: emergencyLists.madeAt,
      guests: emergencyLists.guests,
      salt: emergencyLists.salt,
      sealed: emergencyLists.sealed,
    })
    .from(emergencyLists)
    .where(id === undefined ? undefined : eq(emergencyLists.id, id))
    .orderBy(desc(emergencyLists.id))
    .limit(1)
  return row ?? null
}

/** Whether an emergency list was created within the last hour. */
export const hasFreshEmergencyList = async (db: Db): Promise<boolean> =>
  (await db.$count(emergencyLists, sql`made_at > now() - interval '1 hour'`)) > 0

export async function insertEmergencyList(tx: Db, list: typeof emergencyLists.$inferInsert) {
  const [row] = await tx.insert(emergencyLists).values(list).returning(listedColumns)
  return requireRow(row)
}

/** Deletes all emergency lists except the newest `count`. */
export const deleteAllButNewest = (tx: Db, count: number) =>
  tx
    .delete(emergencyLists)
    .where(sql`id not in (select id from emergency_lists order by id desc limit ${count})`)

/** Deletes emergency lists that are older than a week. */
export const deleteOldEmergencyLists = (db: Db) =>
  db.delete(emergencyLists).where(sql`made_at < now() - interval '7 days'`)
