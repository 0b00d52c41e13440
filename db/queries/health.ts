import { sql } from 'drizzle-orm'
import type { Db } from '../client'

/** Answers when the database does and holds the tables; throws otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1 from visibility_flags limit 1`)
}
