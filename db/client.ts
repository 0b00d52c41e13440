import { AsyncLocalStorage } from 'node:async_hooks'
import { sql as fragment } from 'drizzle-orm'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core/utils/array'
import { drizzle, type PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { parseConnectionString } from './connection-string'
import { serversOf } from './failover'
import { processSingleton } from './process-singleton.mjs'
import { readDatabaseSettings } from './settings'
import { handlerOf, isWrite, Turns, takeTurn } from './turns'

/** A database or a transaction on it: what every query takes first, so that they compose. */
export type Db = PgDatabase<PostgresJsQueryResultHKT>

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

/** How every connection introduces itself. */
const NAMED = { application_name: 'brucosijada', TimeZone: 'UTC' }

/** For what only starts: by its name it is told from instances that serve (db/migrate.ts). */
export const STARTUP_CONNECTION = { connection: { application_name: 'brucosijada starting' } }

/**
 * The arrays that statements take and give, by PostgreSQL's numbers of a type and of its array:
 * bool, name, int8, int2, int4, text, json, float8, varchar, uuid, jsonb. The driver would ask for them
 * on every new connection, in a promise that fails unheard when that is lost.
 */
const ARRAYS = Object.entries({
  16: 1000,
  19: 1003,
  20: 1016,
  21: 1005,
  23: 1007,
  25: 1009,
  114: 199,
  701: 1022,
  1043: 1015,
  2950: 2951,
  3802: 3807,
}).map(([type, array]) => [Number(type), array] as const)

function knowArrays({ parsers, serializers, shared }: postgres.Sql['options']): void {
  type Change = ((value: unknown) => unknown) | undefined
  const each = (values: unknown[], change: Change): unknown[] =>
    values.map((value) => {
      if (Array.isArray(value)) return each(value, change)
      return value === null || !change ? value : change(value)
    })
  for (const [type, array] of ARRAYS) {
    shared.typeArrayMap[type] = array
    parsers[array] = (text: string) => each(parsePgArray(text), parsers[type])
    serializers[array] = (values) =>
      Array.isArray(values) ? makePgArray(each(values, serializers[type])) : values
  }
}

/** Seconds for the sign-in on a new connection, and for what a replaced driver still has under way. */
const SIGN_IN_WITHIN = 5
const FINISH_WITHIN = 60

/**
 * Opens a pool of its own, on whichever server of the address is the primary; the caller ends
 * `sql`. `onLost` is called when a connection has been lost, before its statements fail.
 *
 * A lost connection can leave the driver with a write that it never sends, so that later uses of
 * that connection hang. So a driver that has lost a connection gets nothing more to do, and the
 * next use makes another with the same options.
 */
export function connect(
  url: string,
  options: postgres.Options<Record<string, never>> = {},
  onLost?: () => void,
) {
  const { driverUrl, servers } = parseConnectionString(url)
  const make = (from?: postgres.Sql) => {
    const state = { hasLost: false }
    const line = serversOf(url).line(() => {
      state.hasLost = true
      onLost?.()
    })
    const sql = from
      ? // Its own options as it has read them, which its types do not take back.
        postgres({ ...from.options, socket: line.socket } as object)
      : postgres(driverUrl, {
          onnotice: () => {},
          connect_timeout: SIGN_IN_WITHIN,
          fetch_types: false,
          // The servers set the pace; waits of the driver's own would outlast a failover.
          backoff: () => 0,
          ...options,
          connection: { ...NAMED, ...options.connection },
          socket: line.socket,
          ...(servers.length > 1 && { target_session_attrs: 'primary' as const }),
        })
    guardLostTransactions(sql)
    return { sql, line, state, handle: handlerOf(sql) }
  }
  let current = make()
  let isEnded = false
  const replaced = new Set<typeof current>()
  const driver = (): postgres.Sql => {
    if (!current.state.hasLost || isEnded) return current.sql
    const old = current
    replaced.add(old)
    const end = async () => {
      await old.sql.end({ timeout: 1 })
      old.line.close()
      replaced.delete(old)
    }
    setTimeout(end, FINISH_WITHIN * 1000).unref()
    current = make(old.sql)
    return current.sql
  }
  const cut = () => {
    for (const { line } of [current, ...replaced]) line.cut()
  }
  const end: postgres.Sql['end'] = async (given) => {
    isEnded = true
    for (const { line } of replaced) line.close()
    // For a lost connection's statement the driver waits for ever, unless it is told how long.
    const atMost = current.state.hasLost ? { timeout: 1, ...given } : given
    await current.sql.end(atMost).finally(current.line.close)
  }
  const own: Partial<postgres.Sql> = { end }
  const sql = new Proxy(current.sql, {
    apply: (_, __, given) => Reflect.apply(driver(), undefined, given),
    get: (_, name) => own[name as keyof typeof own] ?? driver()[name as keyof postgres.Sql],
    set: (_, name, value) => Reflect.set(own, name, value),
  })
  const db: Db = drizzle(sql, { casing: 'snake_case' })
  sql.options.parsers[TIMESTAMPTZ] = isoInstant
  knowArrays(sql.options)
  const handle = (query: unknown) => {
    driver()
    current.handle(query)
  }
  return { sql, db, cut, driver, handle }
}

/**
 * Where the connection is lost within a transaction, the driver would send what is left of it (the
 * ROLLBACK, or more of its statements) to no socket at all, which throws in the loop and spoils
 * the connection for long, or outside of the transaction to the next session. So none of it is
 * sent, and what the work comes to then is nobody's: the caller has been told already.
 */
function guardLostTransactions(sql: postgres.Sql): void {
  type Work = (tx: postgres.TransactionSql) => unknown
  const guarded = (work: Work, state: { isOver: boolean }) => (tx: postgres.TransactionSql) => {
    const { unsafe, savepoint } = tx as postgres.TransactionSql & {
      savepoint: (...given: unknown[]) => Promise<unknown>
    }
    tx.unsafe = ((...given: Parameters<typeof unsafe>) => {
      if (state.isOver) throw Object.assign(new Error('the transaction is over'), CUT)
      return unsafe(...given)
    }) as typeof unsafe
    tx.savepoint = ((...given: unknown[]) =>
      savepoint(...given.slice(0, -1), guarded(given.at(-1) as Work, state))) as typeof tx.savepoint
    return new Promise((resolve, reject) => {
      const unlessOver = (settle: () => void) => setImmediate(() => state.isOver || settle())
      const made = work(tx)
      Promise.resolve(Array.isArray(made) ? Promise.all(made) : made).then(
        (value) => state.isOver || resolve(value),
        (error) => unlessOver(() => reject(error)),
      )
    })
  }
  const begin = sql.begin as (...given: unknown[]) => Promise<unknown>
  sql.begin = ((...given: unknown[]) => {
    const state = { isOver: false }
    const over = () => {
      state.isOver = true
    }
    const begun = begin(...given.slice(0, -1), guarded(given.at(-1) as Work, state))
    begun.then(over, over)
    return begun
  }) as typeof sql.begin
}

const CUT = { code: 'CONNECTION_LOST' }

/**
 * Bounds of a request's work, in milliseconds. Our deadline holds for the wait for a connection and
 * the statement together. The server ends the statement, or its wait for a lock, by the last two.
 * Long work has bounds of its own (`atLength`).
 */
export interface Bounds {
  deadlineMs: number
  transactionWaitMs: number
  statementMs: number
  lockMs: number
}
const BOUNDS: Bounds = {
  deadlineMs: 4_500,
  // Three hundred names pasted at once go one after the other.
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

/** Milliseconds until what an instance that is gone has left open is ended, with its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000

/** What a session of these bounds is told as it begins. */
export const sessionOf = ({ statementMs, lockMs }: Bounds = BOUNDS) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
})

/**
 * A pool of so many connections, of which transactions have some to themselves, and reads some
 * that single writes leave free. Work waits here for a connection, never on one behind another
 * statement: a slow statement would hold up all that follow it, and the driver can lose sight of
 * a BEGIN there (porsager/postgres issue 1189).
 */
export function connectPool(url: string, size: number, bounds = BOUNDS, idleSeconds = IDLE) {
  const forTransactions = Math.floor(size * 0.4) || 1
  const forStatements = Math.max(1, size - forTransactions)
  const of = (max: number) => {
    const options = {
      max,
      max_pipeline: 1,
      idle_timeout: idleSeconds,
      connection: sessionOf(bounds),
    }
    return connect(url, options)
  }
  const pool = of(forStatements)
  const transactions = of(forTransactions)
  const load = {
    statements: { size: forStatements, underWay: 0 },
    transactions: { size: forTransactions, underWay: 0 },
  }
  const turns = new Turns(forStatements, bounds.deadlineMs, Math.floor(forStatements / 3))
  const turnsOfTransactions = new Turns(forTransactions, bounds.transactionWaitMs)
  const client = pool.sql
  client.unsafe = ((...given: Parameters<postgres.Sql['unsafe']>) => {
    const query = pool.driver().unsafe(...given)
    takeTurn(query, turns, isWrite(given[0]), pool.handle)
    return trackLoad(query, load.statements)
  }) as typeof client.unsafe
  client.begin = ((...given: Parameters<typeof client.begin>) => {
    const args = sealed(given)
    const work = turnsOfTransactions.take(() => transactions.sql.begin(...args))
    return trackLoad(work, load.transactions)
  }) as typeof client.begin
  const end = () => Promise.all([client.end(), transactions.sql.end()])
  return { ...pool, end, load }
}

/** What a transaction does last before it commits; when that throws, it is rolled back. */
type Seal = (tx: postgres.TransactionSql) => Promise<void>

const seals = processSingleton('seals', () => new AsyncLocalStorage<Seal>())

/** Does work whose every transaction ends with this, so that none is committed without it. */
export const withCommitHook = <T>(seal: Seal, work: () => Promise<T>): Promise<T> =>
  seals.run(seal, work)

/** Whether the work under way is sealed; what it writes outside of transactions is not. */
export const hasCommitHook = (): boolean => seals.getStore() !== undefined

/** Asked here, since the driver calls what is in a transaction from wherever it comes to it. */
function sealed<Given extends unknown[]>(given: Given): Given {
  const seal = seals.getStore()
  if (!seal) return given
  const work = given.at(-1) as (tx: postgres.TransactionSql) => Promise<unknown>
  const both = async (tx: postgres.TransactionSql) => {
    const result = await work(tx)
    await seal(tx)
    return result
  }
  return [...given.slice(0, -1), both] as Given
}

/** Seconds after which a connection that nothing is asked on is closed. */
const IDLE = 120

/** Connections that a pool may open, and what it has been given to do and has not done yet. */
export interface PoolLoad {
  size: number
  underWay: number
}

/**
 * Counts what was begun until it ends; the driver does not tell how busy it is. By the promise's
 * own `then`: the driver's would send a statement that its caller has yet to give a shape.
 */
function trackLoad<P extends Promise<unknown>>(work: P, load: PoolLoad): P {
  load.underWay++
  const end = () => {
    load.underWay--
  }
  Promise.prototype.then.call(work, end, end)
  return work
}

type Pool = ReturnType<typeof connectPool>

const pools = processSingleton('pools', (): { usual?: Pool; long?: Pool } => ({}))
const longWork = processSingleton('long-work', () => new AsyncLocalStorage<true>())

/** Connections for long work: three for statements, two for transactions. */
const LONG_SIZE = 5
const LONG_IDLE = 5

/**
 * Does long work: its statements may take minutes, on a few connections of their own, so that the
 * requests of the night never wait for them.
 */
export const atLength = <T>(work: () => T): T => longWork.run(true, work)

/** The pools of this process, opened at first use, and kept over reloads in development. */
function pool(): Pool {
  const { DATABASE_URL, DATABASE_POOL } = readDatabaseSettings()
  if (!DATABASE_URL) throw new Error('DATABASE_URL is unset: start with npm start or npm run dev')
  if (longWork.getStore()) {
    pools.long ??= connectPool(DATABASE_URL, LONG_SIZE, LONG_BOUNDS, LONG_IDLE)
    return pools.long
  }
  pools.usual ??= connectPool(DATABASE_URL, DATABASE_POOL)
  return pools.usual
}

export const getDb = (): Db => pool().db
export const getSql = () => pool().sql

/** How busy this process's pools are; of none yet, nothing. */
export const poolLoad = (): Record<string, PoolLoad> => pools.usual?.load ?? {}

/** The database's own clock, for instants that are written: all instances agree on it. */
export const now = fragment`now()`
