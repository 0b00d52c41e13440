import { sql } from 'drizzle-orm'
import type { Db } from '../client'

export const INVALIDATION_CHANNEL = 'brucosijada_invalidate'

export interface Invalidation {
  id: string
  /** The instance that wrote. */
  from: string
  tags: readonly string[]
}

/** Delivered to every listening instance when the transaction commits. */
export async function notifyInvalidation(db: Db, message: Invalidation): Promise<void> {
  await db.execute(sql`select pg_notify(${INVALIDATION_CHANNEL}, ${JSON.stringify(message)})`)
}
