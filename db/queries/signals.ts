import { sql } from 'drizzle-orm'
import type { Db } from '../pool'

/** Channel of the notifications to all instances about stale cached data. */
export const PAGES_CHANNEL = 'brucosijada_invalidate'

/** Sends a NOTIFY. PostgreSQL delivers it to all instances when the transaction commits. */
export async function notifyAtCommit(db: Db, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}
