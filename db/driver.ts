import type postgres from 'postgres'
import type { Db } from './client'

export type Driver = postgres.Sql

/**
 * The driver under a database or transaction. The few statements that the desk and the
 * gate run all night go straight to it: it prepares each once per connection, where
 * drizzle would build, parse and describe them anew every time. Instants come as text.
 */
export const driverOf = (db: Db): Driver =>
  (db as unknown as { _: { session: { client: Driver } } })._.session.client
