import type postgres from 'postgres'

/** COPY and bulk inserts go past drizzle, straight to the driver. */
export type Sql = postgres.Sql
export type Transaction = postgres.TransactionSql
