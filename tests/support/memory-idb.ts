import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'

type Rows = Map<IDBValidKey, unknown>

/** Write transaction. It ends when all its requests have ended, and can be aborted until then. */
class Transaction {
  isAborted = false
  private isDone = false
  private pending: Promise<void>[] = []
  private undoSteps: (() => unknown)[] = []

  /** Returns the function, and makes the end of the transaction wait for its calls. */
  request<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
    return (...args: Args) => {
      const running = run(...args)
      this.pending.push(running)
      return running
    }
  }

  onAbort(undo: () => unknown) {
    this.undoSteps.unshift(undo)
  }

  /** Ends the transaction after its requests, unless `check` throws. */
  async commit(check: () => void) {
    await Promise.all(this.pending)
    check()
    this.isDone = true
  }

  abort() {
    if (this.isDone) throw new DOMException('', 'InvalidStateError')
    this.isAborted = true
    for (const undo of this.undoSteps.splice(0)) undo()
  }
}

/**
 * Replaces IndexedDB (the `idb` package) by memory. The data outlive the page. A test can close all
 * connections, make writes fail, or delay requests. Aborting a transaction drops its pending
 * requests, and undoes the completed ones.
 */
export class MemoryDisk {
  private databases = new Map<string, Map<string, Rows>>()
  /** Number of times that all connections were closed. */
  private closings = 0
  /** Name of the error with which every write fails; null if writes succeed. */
  refusal: string | null = null
  /** Name of the store after whose next clearing every write fails. */
  failsAfterClearing: string | null = null
  /** Whether opening a database fails. */
  isUnavailable = false
  /** Name of the store whose records cannot be read; null if all can. */
  unreadable: string | null = null
  /**
   * Promise that every request waits for, to simulate a slow disk; null if requests are not
   * delayed.
   */
  stall: Promise<void> | null = null

  /** Closes all connections, as a browser does with a page in the background. */
  closeAll() {
    this.closings++
  }

  /** Returns the number of records in a store. */
  count(database: string, store: string) {
    return this.databases.get(database)?.get(store)?.size
  }

  /** Returns the records of a store as JSON text. */
  textOf(database: string, store: string) {
    return JSON.stringify([...(this.databases.get(database)?.get(store)?.values() ?? [])])
  }

  openDB = async <S extends DBSchema>(
    name: string,
    _version: number,
    { upgrade }: OpenDBCallbacks<S>,
  ): Promise<IDBPDatabase<S>> => {
    if (this.isUnavailable) throw new DOMException('', 'SecurityError')
    const isNew = !this.databases.has(name)
    const stores = this.databases.get(name) ?? new Map<string, Rows>()
    this.databases.set(name, stores)
    const db = this.connection(stores)
    if (isNew) upgrade?.(db as never, 0, 1, {} as never, {} as never)
    return db as never
  }

  deleteDB = async (name: string) => {
    this.databases.delete(name)
  }

  private connection(stores: Map<string, Rows>) {
    const opened = this.closings
    let last = 0
    const check = (isWrite: boolean) => {
      if (opened !== this.closings)
        throw new DOMException('the connection is closing', 'InvalidStateError')
      if (isWrite && this.refusal) throw new DOMException('', this.refusal)
    }
    const rows = (name: string) => stores.get(name) as Rows
    const store = (name: string, tx = new Transaction()) => {
      const startRequest = async (isWrite: boolean) => {
        if (this.stall) await this.stall
        if (tx.isAborted) throw new DOMException('', 'AbortError')
        check(isWrite)
      }
      return {
        get: async (key: IDBValidKey) => {
          await startRequest(false)
          return structuredClone(rows(name).get(key))
        },
        getAll: async () => {
          await startRequest(false)
          if (name === this.unreadable) throw new DOMException('', 'UnknownError')
          return [...rows(name).values()].map((value) => structuredClone(value))
        },
        put: tx.request(async (value: unknown, key?: IDBValidKey) => {
          const copy = structuredClone(value)
          await startRequest(true)
          const ownKey = (copy as { id?: IDBValidKey }).id
          const id = key ?? ownKey ?? ++last * 1_000 + opened
          const isKnown = rows(name).has(id)
          const old = rows(name).get(id)
          rows(name).set(id, copy)
          tx.onAbort(() => (isKnown ? rows(name).set(id, old) : rows(name).delete(id)))
        }),
        clear: tx.request(async () => {
          await startRequest(true)
          const before = [...rows(name)]
          rows(name).clear()
          tx.onAbort(() => {
            for (const [id, old] of before) rows(name).set(id, old)
          })
          if (name !== this.failsAfterClearing) return
          this.failsAfterClearing = null
          this.refusal = 'QuotaExceededError'
        }),
      }
    }
    return {
      createObjectStore: (name: string) => stores.set(name, new Map()),
      close: () => {},
      get: (name: string, key: IDBValidKey) => store(name).get(key),
      getAll: (name: string) => store(name).getAll(),
      put: (name: string, value: unknown, key?: IDBValidKey) => store(name).put(value, key),
      clear: (name: string) => store(name).clear(),
      transaction: () => {
        check(false)
        const tx = new Transaction()
        return {
          objectStore: (name: string) => store(name, tx),
          abort: () => tx.abort(),
          get done() {
            return tx.commit(() => check(true))
          },
        }
      },
    }
  }
}
