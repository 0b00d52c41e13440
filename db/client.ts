import type { ExtractTablesWithRelations } from 'drizzle-orm'
import { sql as fragment } from 'drizzle-orm'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { getConfig } from '@/lib/config'
import * as schema from './schema'

/** A database or a transaction on it: what every query takes first, so that they compose. */
export type Db = PgDatabase<
  PostgresJsQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>

/** The number of `timestamptz` among PostgreSQL's types, and its text where the zone is UTC. */
const TIMESTAMPTZ = 1184
const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/

/**
 * An instant as the API shows one: ISO, to the millisecond. The text is cut rather than read
 * as a Date and written again, since a list of guests holds thousands.
 */
function isoInstant(text: string): string {
  const [, day, time, fraction = ''] = INSTANT.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0')}Z` : text
}

/** Opens a pool of its own; the caller ends `sql`. */
export function connect(url: string, options: postgres.Options<Record<string, never>> = {}) {
  const sql = postgres(url, {
    onnotice: () => {},
    connection: { application_name: 'brucosijada', TimeZone: 'UTC' },
    ...options,
  })
  const db: Db = drizzle(sql, { schema, casing: 'snake_case' })
  sql.options.parsers[TIMESTAMPTZ] = isoInstant
  return { sql, db }
}

/**
 * A pool of so many connections, of which transactions have some to themselves: behind other
 * statements on a busy connection the driver can lose sight of a BEGIN, and what follows
 * would run inside a transaction that nobody ends (porsager/postgres issue 1189).
 */
export function connectPool(url: string, size: number) {
  const forTransactions = Math.floor(size * 0.4) || 1
  const pool = connect(url, { max: Math.max(1, size - forTransactions) })
  const transactions = connect(url, { max: forTransactions })
  pool.sql.begin = transactions.sql.begin
  const end = () => Promise.all([pool.sql.end(), transactions.sql.end()])
  return { ...pool, end }
}

const kept = globalThis as { brucosijadaDb?: ReturnType<typeof connectPool> }

/** The pool of this process, opened at first use (and kept over reloads in development). */
function pool() {
  if (!kept.brucosijadaDb) {
    const { DATABASE_URL, DATABASE_POOL } = getConfig()
    if (!DATABASE_URL) throw new Error('DATABASE_URL is unset: start with npm start or npm run dev')
    kept.brucosijadaDb = connectPool(DATABASE_URL, DATABASE_POOL)
  }
  return kept.brucosijadaDb
}

export const getDb = (): Db => pool().db
export const getSql = () => pool().sql

/** The database's own clock, for instants that are written: all instances agree on it. */
export const now = fragment`now()`
