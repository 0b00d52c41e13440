import { sql } from 'drizzle-orm'
import type { Db } from '../client'

/** Answers when the database does and holds the tables; throws otherwise. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.execute(sql`select 1 from visibility_flags limit 1`)
}

/**
 * A tiny write that lasts, and one that needs new room on the disk; throws when either cannot
 * be done. It leaves nothing behind: a message in the log of writes, a sort that spills over.
 */
export async function writeToDatabase(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(sql`
      select count(*) from (select n from generate_series(1, 20000) n order by n desc offset 1) spilt`)
    const [state] = await tx.execute<{ only_read: string }>(sql`
      select pg_logical_emit_message(true, 'health', ''),
        current_setting('transaction_read_only') as only_read`)
    if (state?.only_read !== 'off') throw new Error('the database only reads')
  })
}
