import type postgres from 'postgres'
import type { connect } from '../client'

/** COPY and bulk inserts go past drizzle, straight to the driver. */
export type Sql = ReturnType<typeof connect>['sql']
export type Transaction =
  Sql extends postgres.Sql<infer Types> ? postgres.TransactionSql<Types> : never
