import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { queryRows } from '../driver'
import { night, nightPacks } from '../schema/night'
import { requireRow } from './rows'

/** A live guest with a ticket, as a fallback pack holds one. */
export interface PackedGuest {
  surname: string
  name: string
  /** What the list is called. */
  list: string
  note: string | null
  ban: string | null
  /** ISO instant, null outside. */
  since: string | null
  /** First 16 bytes of SHA-256 of the code's own. */
  hash: Buffer
}

export const listTicketHolders = (db: Db): Promise<PackedGuest[]> =>
  queryRows(
    db,
    sql`select g.surname, g.name, l.name as list, g.note, g.ban_reason as ban, g.entered_at as since,
      substring(sha256(uuid_send(g.conf_code)) for 16) as hash
    from guests g join guest_lists l on l.id = g.list_id
    where g.deleted_at is null and g.conf_code is not null order by g.id`,
  )

export interface PackKey {
  salt: Buffer
  key: Buffer
}

const keyColumns = { salt: night.packSalt, key: night.packKey }

const keyOf = ([row]: { salt: Buffer | null; key: Buffer | null }[]): PackKey | null =>
  row?.salt && row.key ? { salt: row.salt, key: row.key } : null

/** Null while no password is set. */
export const getPackKey = async (db: Db) => keyOf(await db.select(keyColumns).from(night))

/** The same until the end of the transaction: of several who make packs each waits for the others. */
export const lockPackKey = async (tx: Db) =>
  keyOf(await tx.select(keyColumns).from(night).for('update'))

export async function setPackKey(tx: Db, { salt, key }: PackKey): Promise<void> {
  await tx.update(night).set({ packSalt: salt, packKey: key })
}

const packRow = {
  id: nightPacks.id,
  madeAt: nightPacks.madeAt,
  guests: nightPacks.guests,
  bytes: sql<number>`octet_length(${nightPacks.sealed})`,
}

/** Newest first. */
export const listPacks = (db: Db) =>
  db.select(packRow).from(nightPacks).orderBy(desc(nightPacks.id))

export async function getPack(db: Db, id?: number) {
  const [row] = await db
    .select({
      id: nightPacks.id,
      madeAt: nightPacks.madeAt,
      guests: nightPacks.guests,
      salt: nightPacks.salt,
      sealed: nightPacks.sealed,
    })
    .from(nightPacks)
    .where(id === undefined ? undefined : eq(nightPacks.id, id))
    .orderBy(desc(nightPacks.id))
    .limit(1)
  return row ?? null
}

/** Whether there is one that was made within the last hour. */
export const hasFreshPack = async (db: Db): Promise<boolean> =>
  (await db.$count(nightPacks, sql`made_at > now() - interval '1 hour'`)) > 0

export async function insertPack(tx: Db, pack: typeof nightPacks.$inferInsert) {
  const [row] = await tx.insert(nightPacks).values(pack).returning(packRow)
  return requireRow(row)
}

/** Keeps the newest so many. */
export const deletePacksBut = (tx: Db, kept: number) =>
  tx
    .delete(nightPacks)
    .where(sql`id not in (select id from night_packs order by id desc limit ${kept})`)

/** After a week nobody needs the list of a night any more. */
export const deleteOldPacks = (db: Db) =>
  db.delete(nightPacks).where(sql`made_at < now() - interval '7 days'`)
