interface DatabaseError {
  code?: string
  constraint_name?: string
  cause?: unknown
}

/** The first thing that an error, or what caused it, says: the driver's error is wrapped by others. */
function findCause<T>(error: unknown, read: (error: DatabaseError) => T | null): T | null {
  for (let at = error, depth = 0; at && depth < 5; depth++) {
    const found = read(at as DatabaseError)
    if (found !== null) return found
    at = (at as DatabaseError).cause
  }
  return null
}

/** Whether a failed statement broke this constraint or unique index, and no other. */
export const violates = (error: unknown, constraint: string): boolean =>
  findCause(error, ({ constraint_name }) => constraint_name === constraint || null) ?? false

/** PostgreSQL's codes of a lock that was not to be had in time, or only in a circle. */
const LOCK_REFUSED = ['55P03', '40P01']

/** Whether a statement failed because others did not let go of something. */
export const isLockTimeout = (error: unknown): boolean =>
  findCause(error, ({ code }) => (code !== undefined && LOCK_REFUSED.includes(code)) || null) ??
  false

/** Codes of a connection that was lost or did not come about: the driver's, Node's and PostgreSQL's. */
const LOST = /^(08|57P|CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/

/** Codes after a wait that was as long as a request may wait for the database. */
const WAITED = ['CONNECTION_AWAY', 'CONNECTION_LATE']

/** Codes of a statement that the server ended at its deadline, and of a refused lock. */
const ENDED = ['57014', ...LOCK_REFUSED]

/** What a client, or the state of the database, makes a statement fail by. */
export type DatabaseFailure = 'taken' | 'in_use' | 'invalid' | 'busy' | 'away'

function failureOf({ code }: DatabaseError): DatabaseFailure | null {
  if (typeof code !== 'string') return null
  if (code === '23505') return 'taken'
  if (code === '23503') return 'in_use'
  if (code === '23514' || code === '23502' || code.startsWith('22')) return 'invalid'
  if (ENDED.includes(code) || code === 'CONNECTION_LATE') return 'busy'
  return LOST.test(code) || /^(53|25006)/.test(code) ? 'away' : null
}

/** Why a statement failed; null when it is a fault of ours. */
export const databaseFailure = (error: unknown): DatabaseFailure | null =>
  findCause(error, failureOf)

/**
 * Whether the database was lost over a request, and not so long ago that its caller waits no more:
 * what only reads may then be asked again.
 */
export const isLostConnection = (error: unknown): boolean =>
  findCause(error, ({ code }) =>
    typeof code === 'string' && LOST.test(code) ? !WAITED.includes(code) : null,
  ) ?? false
