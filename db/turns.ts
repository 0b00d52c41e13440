import { AsyncResource } from 'node:async_hooks'
import type postgres from 'postgres'

interface Waiter {
  isWrite: boolean
  enter: () => void
}

/** The failure of work that did not get a connection, or an answer, within the deadline. */
const late = (what: string, deadlineMs: number) =>
  Object.assign(new Error(`the database ${what} within ${deadlineMs} ms`), {
    code: 'CONNECTION_LATE',
  })

/**
 * Lets as much work at the database as there are connections; the rest waits in its order until
 * the deadline. Of the connections writes leave `forReads` free.
 */
export class Turns {
  private underWay = 0
  private writes = 0
  private readonly waiting: Waiter[] = []
  private readonly size: number
  readonly deadlineMs: number
  private readonly forReads: number

  constructor(size: number, deadlineMs: number, forReads = 0) {
    this.size = size
    this.deadlineMs = deadlineMs
    this.forReads = forReads
  }

  private isFree(isWrite: boolean): boolean {
    return this.underWay < this.size && (!isWrite || this.writes < this.size - this.forReads)
  }

  /**
   * Calls `begin` when it is this work's turn, with how to end the turn, or `refuse` when that
   * does not come in time.
   */
  enter(isWrite: boolean, begin: (leave: () => void) => void, refuse: (error: Error) => void) {
    const enter = () => {
      this.underWay++
      if (isWrite) this.writes++
      let hasLeft = false
      begin(() => {
        if (hasLeft) return
        hasLeft = true
        this.underWay--
        if (isWrite) this.writes--
        this.next()
      })
    }
    if (this.isFree(isWrite)) return enter()
    const waiter = { isWrite, enter }
    const timer = setTimeout(() => {
      this.waiting.splice(this.waiting.indexOf(waiter), 1)
      refuse(late('had no connection free', this.deadlineMs))
    }, this.deadlineMs)
    waiter.enter = () => {
      clearTimeout(timer)
      enter()
    }
    this.waiting.push(waiter)
  }

  private next() {
    const index = this.waiting.findIndex(({ isWrite }) => this.isFree(isWrite))
    if (index >= 0) this.waiting.splice(index, 1)[0]?.enter()
  }

  /** Does the work when it is its turn. */
  take<T>(work: () => Promise<T>): Promise<T> {
    // The turn may come from another request's end, and the work belongs to its own.
    const own = AsyncResource.bind(work)
    return new Promise((resolve, reject) => {
      this.enter(false, (leave) => void own().then(resolve, reject).finally(leave), reject)
    })
  }
}

/** What the driver's types leave out: a statement gives itself to its handler once it is waited for. */
interface Query extends PromiseLike<unknown> {
  handler: (query: unknown) => void
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const innerOf = (query: PromiseLike<unknown>) => query as Query

/** What a driver does with a statement that is asked for. */
export const handlerOf = (sql: postgres.Sql) => innerOf(sql.unsafe('')).handler

/**
 * Has a statement wait for its turn, be handled then, and fail at the deadline. Its turn ends when
 * the driver is through with it, also where its caller was refused before.
 */
export function takeTurn(
  query: PromiseLike<unknown>,
  turns: Turns,
  isWrite: boolean,
  handle: (query: unknown) => void,
): void {
  const inner = innerOf(query)
  const { resolve, reject } = inner
  inner.handler = () => {
    const began = performance.now()
    const begin = (leave: () => void) => {
      const left = turns.deadlineMs - (performance.now() - began)
      const timer = setTimeout(() => reject(late('did not answer', turns.deadlineMs)), left)
      const end = <T>(settle: (value: T) => void) => {
        return (value: T) => {
          clearTimeout(timer)
          leave()
          settle(value)
        }
      }
      inner.resolve = end(resolve)
      inner.reject = end(reject)
      handle(query)
    }
    turns.enter(isWrite, begin, reject)
  }
}

/** Words of statements that write, or that wait for others' locks. */
const WRITES =
  /\b(insert into|update|delete from|merge into|truncate|for (no key )?(update|share)|for key share|pg_advisory\w+)\b/i

const known = new Map<string, boolean>()

/** Whether a statement writes or takes locks, by its text. */
export function isWrite(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const is = WRITES.test(text) || !/^\s*(select|with|values|show)\b/i.test(text)
  // The statements of the product are few; others bear their values in their text.
  if (known.size < 2_000) known.set(text, is)
  return is
}
