import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { queryRows } from '../prepared'
import { guests } from '../schema/guests'
import { walletOutbox, walletPasses, walletPhones } from '../schema/wallet'

export type PassRow = typeof walletPasses.$inferSelect

/**
 * Returns the wallet pass of a ticket, and creates it at the first request. Null if no guest has
 * the code. The guest is locked, so that a concurrent return of the ticket either prevents the pass
 * or voids it.
 */
export async function getOrCreatePass(
  db: Db,
  code: string,
  { isGoogle = false } = {},
): Promise<PassRow | null> {
  return db.transaction(async (tx) => {
    const [guest] = await tx
      .select({ id: guests.id })
      .from(guests)
      .where(and(eq(guests.confCode, code), sql`${guests.deletedAt} is null`))
      .for('share')
    if (!guest) return null
    const [row] = await tx
      .insert(walletPasses)
      .values({ guestId: guest.id, confCode: code, isGoogle })
      .onConflictDoUpdate({
        target: walletPasses.confCode,
        set: { isGoogle: sql`${walletPasses.isGoogle} or excluded.is_google` },
      })
      .returning()
    return row ?? null
  })
}

export async function getPass(db: Db, id: string): Promise<PassRow | null> {
  const [row] = await db.select().from(walletPasses).where(eq(walletPasses.id, id))
  return row ?? null
}

/**
 * Registers a phone for a wallet pass, or updates the push token of a registered phone. Returns
 * whether the phone is new.
 */
export async function addPhone(
  db: Db,
  phone: { passId: string; device: string; pushToken: string },
): Promise<boolean> {
  const [row] = await db
    .insert(walletPhones)
    .values(phone)
    .onConflictDoUpdate({
      target: [walletPhones.passId, walletPhones.device],
      set: { pushToken: phone.pushToken },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return row?.isNew === true
}

export async function deletePhone(db: Db, passId: string, device: string): Promise<void> {
  await db
    .delete(walletPhones)
    .where(and(eq(walletPhones.passId, passId), eq(walletPhones.device, device)))
}

/**
 * Lists the wallet passes on a phone that have changed after `since`. If `since` is null, lists all
 * passes.
 */
export function listPassesOnPhone(
  db: Db,
  device: string,
  since: Date | null,
): Promise<Pick<PassRow, 'id' | 'changedAt'>[]> {
  return db
    .select({ id: walletPasses.id, changedAt: walletPasses.changedAt })
    .from(walletPhones)
    .innerJoin(walletPasses, eq(walletPasses.id, walletPhones.passId))
    .where(
      and(eq(walletPhones.device, device), since ? gt(walletPasses.changedAt, since) : undefined),
    )
    .orderBy(walletPasses.id)
}

/**
 * Wallet update to send: to a phone (`pushToken`), or to Google for one pass or for the whole
 * festival.
 */
export interface WalletUpdate {
  id: number
  version: number
  attempts: number
  passId: string | null
  confCode: string | null
  pushToken: string | null
}

export const listDueUpdates = (db: Db, limit: number): Promise<WalletUpdate[]> =>
  queryRows<WalletUpdate>(
    db,
    sql`select n.id, n.version, n.attempts, n.pass_id as "passId", p.conf_code as "confCode",
        w.push_token as "pushToken"
      from wallet_outbox n
        left join wallet_passes p on p.id = n.pass_id
        left join wallet_phones w on w.pass_id = n.pass_id and w.device = n.device
      where n.due_at <= clock_timestamp() order by n.due_at, n.id limit ${limit}`,
  )

/**
 * SQL condition: updates that have not changed since they were read. An update that changed has
 * another `version` and must be sent again.
 */
const isUnchanged = (updates: Pick<WalletUpdate, 'id' | 'version'>[]): SQL =>
  sql`(${walletOutbox.id}, ${walletOutbox.version}) in (${sql.join(
    updates.map(({ id, version }) => sql`(${id}::int, ${version}::int)`),
    sql`, `,
  )})`

export async function deleteUpdates(
  db: Db,
  updates: Pick<WalletUpdate, 'id' | 'version'>[],
): Promise<void> {
  if (updates.length > 0) await db.delete(walletOutbox).where(isUnchanged(updates))
}

export async function postponeUpdate(db: Db, update: WalletUpdate, seconds: number): Promise<void> {
  await db
    .update(walletOutbox)
    .set({
      attempts: update.attempts + 1,
      dueAt: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where(isUnchanged([update]))
}

/**
 * Deletes the phones with these push tokens, which no longer exist, together with their updates.
 */
export async function deletePhonesOfTokens(db: Db, tokens: string[]): Promise<void> {
  if (tokens.length > 0)
    await db.delete(walletPhones).where(inArray(walletPhones.pushToken, tokens))
}
