import type postgres from 'postgres'

/** Types of the driver, which seeding uses directly for COPY and bulk inserts. */
export type Sql = postgres.Sql
export type Transaction = postgres.TransactionSql
