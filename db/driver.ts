import type postgres from 'postgres'
import type { Db } from './client'

export type Driver = postgres.Sql

/**
 * The driver under a database or transaction. The few statements that the desk and the
 * gate run all night go straight to it: it prepares each once per connection, where
 * drizzle would build, parse and describe them anew every time. Instants come as ISO text.
 */
export const driverOf = (db: Db): Driver =>
  (db as unknown as { _: { session: { client: Driver } } })._.session.client

/**
 * The rows of a query that drizzle has put together, as the driver gives them: drizzle's own
 * work on every value of a long list takes longer than the database's.
 */
export function rowsOf<Row>(
  db: Db,
  query: { toSQL(): { sql: string; params: unknown[] } },
): Promise<Row[]> {
  const { sql, params } = query.toSQL()
  return driverOf(db).unsafe(sql, params as string[]) as unknown as Promise<Row[]>
}
