import type { Sql } from 'postgres'

/** Deletes all rows of these tables, one table after the other. */
export async function empty(db: Sql, ...tables: string[]) {
  for (const table of tables) await db`delete from ${db(table)}`
}
