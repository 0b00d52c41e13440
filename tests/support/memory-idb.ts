import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'

type Rows = Map<IDBValidKey, unknown>

/**
 * Replaces IndexedDB (the `idb` package) by memory. The data outlive the page. A test can close all
 * connections, make writes fail, or delay requests. Aborting a transaction drops its pending
 * requests, but does not undo the completed ones.
 */
export class MemoryDisk {
  private databases = new Map<string, Map<string, Rows>>()
  /** Number of times that all connections were closed. */
  private closings = 0
  /** Name of the error with which every write fails; null if writes succeed. */
  refusal: string | null = null
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
    const store = (name: string, tx = { isAborted: false }) => {
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
        put: async (value: unknown, key?: IDBValidKey) => {
          const copy = structuredClone(value)
          await startRequest(true)
          const ownKey = (copy as { id?: IDBValidKey }).id
          rows(name).set(key ?? ownKey ?? ++last * 1_000 + opened, copy)
        },
        clear: async () => {
          await startRequest(true)
          rows(name).clear()
        },
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
        const tx = { isAborted: false }
        return {
          objectStore: (name: string) => store(name, tx),
          abort: () => {
            tx.isAborted = true
          },
          done: null,
        }
      },
    }
  }
}
