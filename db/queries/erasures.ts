import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'

/** What is erased by itself, and an edition, of which everybody is. */
export type ErasedTable = 'guests' | 'signups' | 'leaderboard_entries' | 'mails' | 'editions'

/** Writes rows into the list of erasures; `found` is a query or a name of one, with their `id`. */
export const notingErased = (table: ErasedTable, found: SQL): SQL => sql`
  insert into erasures (table_name, row_id) select ${table}, id::text from ${found} as found
  on conflict do nothing`

/** Writes one row into the list of erasures. */
export const noteErased = (tx: Db, table: ErasedTable, id: number) =>
  tx.execute(notingErased(table, sql`(select ${id}::int as id)`))

/** The rows of a table that the list names, as numbers or as texts. */
export const listErased = (table: ErasedTable): SQL =>
  sql`(select row_id from erasures where table_name = ${table})`
