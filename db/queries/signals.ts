import { sql } from 'drizzle-orm'
import type { Db } from '../client'

/** Tells instances that public pages are stale. */
export const PAGES_CHANNEL = 'brucosijada_invalidate'

/** Delivered to every instance that listens when the transaction commits. */
export async function notifyAtCommit(db: Db, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`)
}
