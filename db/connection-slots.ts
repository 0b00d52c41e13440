import { AsyncResource } from 'node:async_hooks'
import type postgres from 'postgres'

interface Waiter {
  isWrite: boolean
  enter: () => void
}

/**
 * Creates the error of a statement or transaction that got no free connection, or no response,
 * within the deadline in milliseconds.
 */
const deadlineError = (failure: string, deadlineMs: number) =>
  Object.assign(new Error(`the database ${failure} within ${deadlineMs} ms`), {
    code: 'CONNECTION_LATE',
  })

/**
 * Limits the number of concurrent statements or transactions to the number of connections. Further
 * work waits in order of arrival, and fails after `deadlineMs`. Writes leave `reservedForReads`
 * connections free.
 */
export class ConnectionSlots {
  private inUse = 0
  private writes = 0
  private readonly waiting: Waiter[] = []
  private readonly size: number
  readonly deadlineMs: number
  private readonly reservedForReads: number

  constructor(size: number, deadlineMs: number, reservedForReads = 0) {
    this.size = size
    this.deadlineMs = deadlineMs
    this.reservedForReads = reservedForReads
  }

  private isFree(isWrite: boolean): boolean {
    return this.inUse < this.size && (!isWrite || this.writes < this.size - this.reservedForReads)
  }

  /**
   * Waits for a free slot, then calls `start` with a function that releases the slot. Calls
   * `refuse` with an error if no slot is free within `deadlineMs`.
   */
  acquire(isWrite: boolean, start: (release: () => void) => void, refuse: (error: Error) => void) {
    const enter = () => {
      this.inUse++
      if (isWrite) this.writes++
      let isReleased = false
      start(() => {
        if (isReleased) return
        isReleased = true
        this.inUse--
        if (isWrite) this.writes--
        this.admitNext()
      })
    }
    if (this.isFree(isWrite)) return enter()
    const waiter = { isWrite, enter }
    const timer = setTimeout(() => {
      this.waiting.splice(this.waiting.indexOf(waiter), 1)
      refuse(deadlineError('had no free connection', this.deadlineMs))
    }, this.deadlineMs)
    waiter.enter = () => {
      clearTimeout(timer)
      enter()
    }
    this.waiting.push(waiter)
  }

  private admitNext() {
    const index = this.waiting.findIndex(({ isWrite }) => this.isFree(isWrite))
    if (index >= 0) this.waiting.splice(index, 1)[0]?.enter()
  }

  /**
   * Runs `work` as soon as a slot is free, and releases the slot afterwards. Rejects if no slot is
   * free within `deadlineMs`.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    // The request that frees the slot starts `work`, but `work` must run in the asynchronous
    // context of the request that waits.
    const boundWork = AsyncResource.bind(work)
    return new Promise((resolve, reject) => {
      this.acquire(
        false,
        (release) => void boundWork().then(resolve, reject).finally(release),
        reject,
      )
    })
  }
}

/**
 * Statement object of the database driver, with members that its types lack. Awaiting the object
 * calls `handler`, which sends the statement.
 */
interface Query extends PromiseLike<unknown> {
  handler: (query: unknown) => void
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const asDriverQuery = (query: PromiseLike<unknown>) => query as Query

/** Returns the driver's function that sends a statement to the database. */
export const driverHandler = (sql: postgres.Sql) => asDriverQuery(sql.unsafe('')).handler

/**
 * Makes a statement wait for a connection slot, and fail at the deadline. The slot is released when
 * the driver has finished the statement, even if the caller got the deadline error before.
 */
export function waitForSlot(
  query: PromiseLike<unknown>,
  slots: ConnectionSlots,
  isWrite: boolean,
  handle: (query: unknown) => void,
): void {
  const driverQuery = asDriverQuery(query)
  const { resolve, reject } = driverQuery
  driverQuery.handler = () => {
    const startedAt = performance.now()
    const start = (release: () => void) => {
      const remainingMs = slots.deadlineMs - (performance.now() - startedAt)
      const timer = setTimeout(
        () => reject(deadlineError('did not respond', slots.deadlineMs)),
        remainingMs,
      )
      const end = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          release()
          settle(value)
        }
      }
      driverQuery.resolve = end(resolve)
      driverQuery.reject = end(reject)
      handle(query)
    }
    slots.acquire(isWrite, start, reject)
  }
}

/** Matches SQL statements that write, lock rows or take an advisory lock. */
const WRITES =
  /\b(insert into|update|delete from|merge into|truncate|for (no key )?(update|share)|for key share|pg_advisory\w+)\b/i

const writesByText = new Map<string, boolean>()

/** Whether a statement writes or locks rows, judged by its text. */
export function isWrite(text: string): boolean {
  const cached = writesByText.get(text)
  if (cached !== undefined) return cached
  const result = WRITES.test(text) || !/^\s*(select|with|values|show)\b/i.test(text)
  // Caches at most 2,000 texts. Statements with placeholders are few, but statements with values in
  // their text would fill the memory.
  if (writesByText.size < 2_000) writesByText.set(text, result)
  return result
}
