import type postgres from 'postgres'

/** Types of the database driver. Seeding uses the driver directly for COPY and bulk inserts. */
export type Sql = postgres.Sql
export type Transaction = postgres.TransactionSql
