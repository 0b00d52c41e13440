interface DatabaseError {
  code?: string
  constraint_name?: string
  cause?: unknown
}

/**
 * Returns the first value that `read` finds in an error or in its causes; null without a value. The
 * error of the database driver may be the cause of another error.
 */
function findCause<T>(error: unknown, read: (error: DatabaseError) => T | null): T | null {
  for (let at = error, depth = 0; at && depth < 5; depth++) {
    const found = read(at as DatabaseError)
    if (found !== null) return found
    at = (at as DatabaseError).cause
  }
  return null
}

/** Whether a statement failed because it violated this constraint or unique index. */
export const violates = (error: unknown, constraint: string): boolean =>
  findCause(error, ({ constraint_name }) => constraint_name === constraint || null) ?? false

/** PostgreSQL's error codes of a lock timeout and of a deadlock. */
const LOCK_CODES = ['55P03', '40P01']

/** Whether a statement failed because of a lock timeout or a deadlock. */
export const isLockTimeout = (error: unknown): boolean =>
  findCause(error, ({ code }) => (code !== undefined && LOCK_CODES.includes(code)) || null) ?? false

/** Matches error codes of the driver, Node.js and PostgreSQL for a lost or refused connection. */
const CONNECTION_CODES = /^(08|57P|CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/

/**
 * Error codes of a statement that found no primary (AWAY), or exceeded the deadline of its request
 * (LATE). Such a statement is not repeated.
 */
const DEADLINE_CODES = ['CONNECTION_AWAY', 'CONNECTION_LATE']

/** PostgreSQL's error codes of a statement timeout, a lock timeout and a deadlock. */
const TIMEOUT_CODES = ['57014', ...LOCK_CODES]

/**
 * Reason why a statement failed, if it is no bug: a unique value is taken, a row is still in use, a
 * value is invalid, the database is too busy, or the database is away.
 */
export type DatabaseFailure = 'taken' | 'in_use' | 'invalid' | 'busy' | 'away'

function failureOf({ code }: DatabaseError): DatabaseFailure | null {
  if (typeof code !== 'string') return null
  if (code === '23505') return 'taken'
  if (code === '23503') return 'in_use'
  if (code === '23514' || code === '23502' || code.startsWith('22')) return 'invalid'
  if (TIMEOUT_CODES.includes(code) || code === 'CONNECTION_LATE') return 'busy'
  return CONNECTION_CODES.test(code) || /^(53|25006)/.test(code) ? 'away' : null
}

/** Returns why a statement failed; null for a bug. */
export const databaseFailure = (error: unknown): DatabaseFailure | null =>
  findCause(error, failureOf)

/**
 * Whether a statement lost its connection before the deadline of its request. A read may then be
 * repeated.
 */
export const isLostConnection = (error: unknown): boolean =>
  findCause(error, ({ code }) =>
    typeof code === 'string' && CONNECTION_CODES.test(code) ? !DEADLINE_CODES.includes(code) : null,
  ) ?? false
