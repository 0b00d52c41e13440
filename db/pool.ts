import { AsyncLocalStorage } from 'node:async_hooks'
import { sql as fragment } from 'drizzle-orm'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { registerArrayTypes } from './array-types'
import { addCommitHook } from './commit-hook'
import { ConnectionSlots, driverHandler, isWrite, waitForSlot } from './connection-slots'
import { parseConnectionString } from './connection-string'
import { serversOf } from './failover'
import { processSingleton } from './process-singleton.mjs'
import { readDatabaseSettings } from './settings'
import { guardLostTransactions } from './transaction-guard'

/**
 * Type of the first parameter of every query: the database or a transaction, so that several
 * queries can run in one transaction.
 */
export type Db = PgDatabase<PostgresJsQueryResultHKT>

/** Object id of the PostgreSQL type `timestamptz`, and the format of its text in UTC. */
const TIMESTAMPTZ = 1184
const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/

/**
 * Converts PostgreSQL's text of an instant to ISO with milliseconds. Works on the text, which is
 * faster than a Date for lists with thousands of rows.
 */
function isoInstant(text: string): string {
  const [, day, time, fraction = ''] = INSTANT.exec(text) ?? []
  return day ? `${day}T${time}.${fraction.padEnd(3, '0')}Z` : text
}

/** Session settings of the connections of an instance that serves requests. */
const SERVING_CONNECTION = { application_name: 'brucosijada', TimeZone: 'UTC' }

/**
 * Connection options of start-up scripts. By the application name, db/migrate.ts distinguishes
 * scripts from instances that serve requests.
 */
export const STARTUP_CONNECTION = { connection: { application_name: 'brucosijada starting' } }

/** Time limit for the login of a new connection. */
const LOGIN_TIMEOUT_S = 5

/** Time that a replaced driver instance has to finish its running statements. */
const REPLACED_DRIVER_TIMEOUT_MS = 60_000

/**
 * Opens a separate connection pool to the current primary. The caller ends `sql`. `onLost` is called
 * after a connection is lost, before its statements fail.
 *
 * After a lost connection, the driver may have a write that it never sends, and later statements on
 * that connection hang. The next use therefore creates a new driver with the same options.
 */
export function connect(
  url: string,
  options: postgres.Options<Record<string, never>> = {},
  onLost?: () => void,
) {
  const { driverUrl, servers } = parseConnectionString(url)
  const createDriver = (from?: postgres.Sql) => {
    const state = { hasLost: false }
    const connections = serversOf(url).primaryConnections(() => {
      state.hasLost = true
      onLost?.()
    })
    const sql = from
      ? // Passes the parsed options of the old driver, which the driver's types do not accept.
        postgres({ ...from.options, socket: connections.socket } as object)
      : postgres(driverUrl, {
          onnotice: () => {},
          connect_timeout: LOGIN_TIMEOUT_S,
          fetch_types: false,
          // db/failover.ts paces reconnects. The driver's own backoff would outlast a failover.
          backoff: () => 0,
          ...options,
          connection: { ...SERVING_CONNECTION, ...options.connection },
          socket: connections.socket,
          ...(servers.length > 1 && { target_session_attrs: 'primary' as const }),
        })
    guardLostTransactions(sql)
    return { sql, connections, state, handle: driverHandler(sql) }
  }
  let current = createDriver()
  let isEnded = false
  const replaced = new Set<typeof current>()
  const driver = (): postgres.Sql => {
    if (!current.state.hasLost || isEnded) return current.sql
    const old = current
    replaced.add(old)
    const end = async () => {
      await old.sql.end({ timeout: 1 })
      old.connections.close()
      replaced.delete(old)
    }
    setTimeout(end, REPLACED_DRIVER_TIMEOUT_MS).unref()
    current = createDriver(old.sql)
    return current.sql
  }
  const cut = () => {
    for (const { connections } of [current, ...replaced]) connections.cut()
  }
  const end: postgres.Sql['end'] = async (options) => {
    isEnded = true
    for (const { connections } of replaced) connections.close()
    // Without a timeout, the driver waits for ever for statements of a lost connection.
    const bounded = current.state.hasLost ? { timeout: 1, ...options } : options
    await current.sql.end(bounded).finally(current.connections.close)
  }
  const overrides: Partial<postgres.Sql> = { end }
  const sql = new Proxy(current.sql, {
    apply: (_, __, args) => Reflect.apply(driver(), undefined, args),
    get: (_, name) =>
      overrides[name as keyof typeof overrides] ?? driver()[name as keyof postgres.Sql],
    set: (_, name, value) => Reflect.set(overrides, name, value),
  })
  const db: Db = drizzle(sql, { casing: 'snake_case' })
  sql.options.parsers[TIMESTAMPTZ] = isoInstant
  registerArrayTypes(sql.options)
  const handle = (query: unknown) => {
    driver()
    current.handle(query)
  }
  return { sql, db, cut, driver, handle }
}

/**
 * Time limits in milliseconds for the database work of a request. `deadlineMs` limits the wait for
 * a connection and the statement together, `transactionWaitMs` the wait of a transaction for a
 * connection. PostgreSQL enforces `statementMs` and `lockMs`. Long work (`runAsLongWork`) has
 * higher limits.
 */
export interface Bounds {
  deadlineMs: number
  transactionWaitMs: number
  statementMs: number
  lockMs: number
}
const BOUNDS: Bounds = {
  deadlineMs: 4_500,
  // 300 concurrent requests that add guests to one sponsor list run one after another.
  transactionWaitMs: 10_000,
  statementMs: 4_000,
  lockMs: 2_000,
}
const LONG_BOUNDS: Bounds = {
  deadlineMs: 301_000,
  transactionWaitMs: 300_000,
  statementMs: 300_000,
  lockMs: 10_000,
}

/**
 * Timeout after which PostgreSQL ends an idle open transaction, for example of a crashed instance,
 * and so releases its locks.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000

/** Returns the PostgreSQL settings that enforce these limits in a new session. */
export const sessionOf = ({ statementMs, lockMs }: Bounds = BOUNDS) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
})

/**
 * Opens a pool of `size` connections: 40 % are reserved for transactions, and a third of the others
 * for reads. Work waits here for a free connection, not in the driver's queue of a connection.
 * There, a slow statement would delay the next statements, and the driver can lose a BEGIN
 * (porsager/postgres#1189).
 */
export function connectPool(
  url: string,
  size: number,
  bounds = BOUNDS,
  idleSeconds = IDLE_TIMEOUT_S,
) {
  const forTransactions = Math.floor(size * 0.4) || 1
  const forStatements = Math.max(1, size - forTransactions)
  const connectPart = (max: number) => {
    const options = {
      max,
      max_pipeline: 1,
      idle_timeout: idleSeconds,
      connection: sessionOf(bounds),
    }
    return connect(url, options)
  }
  const pool = connectPart(forStatements)
  const transactions = connectPart(forTransactions)
  const load = {
    statements: { size: forStatements, inFlight: 0 },
    transactions: { size: forTransactions, inFlight: 0 },
  }
  const statementSlots = new ConnectionSlots(
    forStatements,
    bounds.deadlineMs,
    Math.floor(forStatements / 3),
  )
  const transactionSlots = new ConnectionSlots(forTransactions, bounds.transactionWaitMs)
  const client = pool.sql
  client.unsafe = ((...args: Parameters<postgres.Sql['unsafe']>) => {
    const query = pool.driver().unsafe(...args)
    waitForSlot(query, statementSlots, isWrite(args[0]), pool.handle)
    return trackLoad(query, load.statements)
  }) as typeof client.unsafe
  client.begin = ((...args: Parameters<typeof client.begin>) => {
    const argsWithHook = addCommitHook(args)
    const work = transactionSlots.run(() => transactions.sql.begin(...argsWithHook))
    return trackLoad(work, load.transactions)
  }) as typeof client.begin
  const end = () => Promise.all([client.end(), transactions.sql.end()])
  return { ...pool, end, load }
}

/** Seconds after which an unused connection is closed. */
const IDLE_TIMEOUT_S = 120

/**
 * Load of a pool: its number of connections, and the number of statements or transactions in
 * progress.
 */
export interface PoolLoad {
  size: number
  inFlight: number
}

/**
 * Counts the statements or transactions in progress, which the driver does not report. Uses
 * `Promise.prototype.then`, because the driver's own `then` would send the statement before its
 * caller has configured it.
 */
function trackLoad<P extends Promise<unknown>>(work: P, load: PoolLoad): P {
  load.inFlight++
  const end = () => {
    load.inFlight--
  }
  Promise.prototype.then.call(work, end, end)
  return work
}

type Pool = ReturnType<typeof connectPool>

const pools = processSingleton('pools', (): { usual?: Pool; long?: Pool } => ({}))
const longWork = processSingleton('long-work', () => new AsyncLocalStorage<true>())

/**
 * Number of connections for long work (`runAsLongWork`): three for statements, two for
 * transactions.
 */
const LONG_POOL_SIZE = 5
const LONG_IDLE_TIMEOUT_S = 5

/**
 * Runs long work, such as an export. Its statements may take minutes and use separate connections,
 * so that requests never wait for them.
 */
export const runAsLongWork = <T>(work: () => T): T => longWork.run(true, work)

/** Returns the pool for the current work. Pools open at first use, and survive reloads in development. */
function pool(): Pool {
  const kind = longWork.getStore() ? 'long' : 'usual'
  pools[kind] ??= openPool(kind)
  return pools[kind]
}

/**
 * Opens a pool. Reads the settings only here, because reading them takes longer than a statement.
 */
function openPool(kind: keyof typeof pools): Pool {
  const { DATABASE_URL, DATABASE_POOL } = readDatabaseSettings()
  if (!DATABASE_URL) throw new Error('DATABASE_URL is unset: start with npm start or npm run dev')
  return kind === 'long'
    ? connectPool(DATABASE_URL, LONG_POOL_SIZE, LONG_BOUNDS, LONG_IDLE_TIMEOUT_S)
    : connectPool(DATABASE_URL, DATABASE_POOL)
}

/** Closes the pools of this process after their running statements have finished. */
export async function closePools(): Promise<void> {
  await Promise.all([pools.usual?.end(), pools.long?.end()])
}

export const getDb = (): Db => pool().db
export const getSql = () => pool().sql

/**
 * Returns the load of the pool for requests, separately for statements and transactions; empty
 * before the first use of the pool.
 */
export const poolLoad = (): Record<string, PoolLoad> => pools.usual?.load ?? {}

/**
 * SQL: the current time by the database's clock. Stored times use this clock, so that all instances
 * agree.
 */
export const now = fragment`now()`
