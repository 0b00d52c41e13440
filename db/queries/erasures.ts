import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../pool'

/** Tables whose rows are erased singly, and `editions` for the erasure of a whole edition. */
export type ErasedTable = 'guests' | 'signups' | 'leaderboard_entries' | 'mails' | 'editions'

/** SQL: inserts the ids of `found`, a query or the name of one, into `erasures`. */
export const insertErasures = (table: ErasedTable, found: SQL): SQL => sql`
  insert into erasures (table_name, row_id) select ${table}, id::text from ${found} as found
  on conflict do nothing`

/** Inserts one id into `erasures`. */
export const recordErasure = (tx: Db, table: ErasedTable, id: number) =>
  tx.execute(insertErasures(table, sql`(select ${id}::int as id)`))

/** SQL: the erased ids of a table, as text. */
export const listErased = (table: ErasedTable): SQL =>
  sql`(select row_id from erasures where table_name = ${table})`
