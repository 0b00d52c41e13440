import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'

/**
 * Tables whose rows can be erased one by one, and `editions` for the erasure of a whole edition.
 */
export type ErasedTable = 'guests' | 'signups' | 'leaderboard_entries' | 'mails' | 'editions'

/** SQL: inserts the ids of `found`, a subquery or the name of a CTE, into `erasures`. */
export const insertErasures = (table: ErasedTable, found: SQL): SQL => sql`
  insert into erasures (table_name, row_id) select ${table}, id::text from ${found} as found
  on conflict do nothing`

/** Records one erased row in `erasures`, so that a restore of an older backup erases it again. */
export const recordErasure = (tx: Db, table: ErasedTable, id: number) =>
  tx.execute(insertErasures(table, sql`(select ${id}::int as id)`))

/** SQL: the ids of all erased rows of a table, as text. */
export const listErased = (table: ErasedTable): SQL =>
  sql`(select row_id from erasures where table_name = ${table})`
