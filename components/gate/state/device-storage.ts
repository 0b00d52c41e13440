import { type DBSchema, deleteDB, type IDBPDatabase, openDB, type StoreNames } from 'idb'
import type { z } from 'zod'
import type { changesResponse, gateMeResponse, passageInput, RosterPage } from '@/lib/gate/schema'
import type { RosterGuest } from './roster'

export type Me = z.output<typeof gateMeResponse>
export type Changes = z.output<typeof changesResponse>

/** Passage that this phone recorded, as stored until the end of the gate shift. */
export interface OwnPassage extends Omit<z.output<typeof passageInput>, 'verdict' | 'decided'> {
  verdict: z.output<typeof passageInput>['verdict'] | 'returned'
  decided: z.output<typeof passageInput>['decided'] | 'server'
  /** Time by the server's clock, as this phone estimates it. */
  at: string
  /** `no`: still in the queue. `yes`: stored by the server. `refused`: refused by the server. */
  sent: 'no' | 'yes' | 'refused'
}

/** State that the phone needs to work offline, besides the roster and its passages. */
export interface PersistedState {
  me: Me | null
  /**
   * Cursor in the server's change log up to which the stored roster is current; null without a
   * roster.
   */
  cursor: string | null
  /**
   * Time at which the roster last had all changes, in ms by this phone's clock; null without a
   * roster.
   */
  rosterAt: number | null
  /** Clock offset: milliseconds to add to this phone's clock to get the server's time. */
  ahead: number
  /** Unresolved duplicate admissions that involve a passage of this phone, without names. */
  doubles: Changes['doubles']
  /**
   * All guest lists as last sent by the server. Missing without a roster, and in the state that the
   * previous release stored.
   */
  lists?: RosterPage['lists']
}

/** Guest that has changed since the roster was fetched; null for a removed guest. */
export type ChangedGuest = [id: number, guest: RosterGuest | null]

export const emptyPersistedState = (): PersistedState => ({
  me: null,
  cursor: null,
  rosterAt: null,
  ahead: 0,
  doubles: [],
})

interface EncryptedPiece {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

interface GateDb extends DBSchema {
  kept: { key: 'self' | 'key'; value: PersistedState | CryptoKey }
  pieces: { key: number; value: EncryptedPiece }
  changes: { key: number; value: EncryptedPiece }
  passages: { key: string; value: OwnPassage }
}

const NAME = 'gate'
const ROSTER = ['kept', 'pieces', 'changes'] as const
/** Timeout of an IndexedDB operation. */
const STORAGE_TIMEOUT_MS = 2_000
/** Timeout of an IndexedDB operation on a whole roster, or on all passages of a shift. */
const LONG_STORAGE_TIMEOUT_MS = 10_000
const STRICT = { durability: 'strict' } as const

/** Function that starts a read-write transaction. */
type StartTransaction = ReturnType<typeof starterOf>
/** Operation on the IndexedDB database. It must start its write transactions with `start`. */
type Operation<T> = (db: IDBPDatabase<GateDb>, start: StartTransaction) => Promise<T>

/**
 * Storage of the gate in IndexedDB. The roster is encrypted with a key that no script can export;
 * the device state and the passages are not encrypted. The memory of the open page is
 * authoritative. Failed writes are repeated from it (`repair`) over a new connection, because
 * browsers close connections in the background, and disks fill up and are cleared.
 */
export class GateDatabase {
  /** Whether all writes so far have succeeded. */
  isPersistent = true
  private connecting: Promise<IDBPDatabase<GateDb>> | null = null
  private key: CryptoKey | null = null
  private hasLoaded = false
  /** Number of failed writes. */
  private failures = 0
  /** Whether the roster must still be deleted from the disk, because the deletion failed. */
  private mustDeleteRoster = false
  private constructor(private readonly name: string) {}

  static async open(name = NAME): Promise<GateDatabase> {
    const store = new GateDatabase(name)
    await store.connect().catch(() => {
      store.isPersistent = false
    })
    return store
  }

  private connect(): Promise<IDBPDatabase<GateDb>> {
    this.connecting ??= withTimeout(this.openDb()).catch((error) => {
      this.connecting = null
      throw error
    })
    return this.connecting
  }

  private async openDb() {
    const db = await openDB<GateDb>(this.name, 1, {
      upgrade(db) {
        db.createObjectStore('kept')
        db.createObjectStore('pieces', { autoIncrement: true })
        db.createObjectStore('changes', { autoIncrement: true })
        db.createObjectStore('passages', { keyPath: 'id' })
      },
    })
    if (!this.key) {
      const known = (await db.get('kept', 'key')) as CryptoKey | undefined
      this.key = known ?? (await newKey())
      if (!known) await db.put('kept', this.key, 'key')
    }
    return db
  }

  /**
   * Runs an operation with a timeout in ms. After a failure or a timeout, runs it once more over a
   * new connection, since the browser may have closed the old one.
   */
  private async run<T>(operation: Operation<T>, timeoutMs: number): Promise<T> {
    const used = this.connect()
    try {
      return await runWithTimeout(timeoutMs, await used, operation)
    } catch {
      if (this.connecting === used) {
        this.connecting = null
        void used.then((db) => db.close()).catch(() => {})
      }
      return runWithTimeout(timeoutMs, await this.connect(), operation)
    }
  }

  /** Loads the device state and the passages, which the page needs before the roster. */
  async load() {
    const found = await this.read(async (db) => ({
      state: (await db.get('kept', 'self')) as PersistedState | undefined,
      passages: await db.getAll('passages'),
    }))
    this.hasLoaded = found !== undefined
    // Makes `repair` run later, which also reads the passages that could not be read now.
    if (!this.hasLoaded) this.isPersistent = false
    return { state: found?.state ?? emptyPersistedState(), passages: found?.passages ?? [] }
  }

  /**
   * Loads the roster and its changes. Returns null if they are missing or unreadable, so that the
   * roster must be fetched again.
   */
  async loadRoster(): Promise<{ pages: ArrayBuffer[]; changes: ChangedGuest[][] } | null> {
    const found = await this.read(
      async (db) => ({ encrypted: await db.getAll('pieces'), later: await db.getAll('changes') }),
      LONG_STORAGE_TIMEOUT_MS,
    )
    if (!found) return null
    const { encrypted, later } = found
    try {
      const pages: ArrayBuffer[] = []
      for (const piece of encrypted) pages.push(await this.decrypt(piece))
      const changes: ChangedGuest[][] = []
      for (const piece of later)
        changes.push(JSON.parse(new TextDecoder().decode(await this.decrypt(piece))))
      return pages.length > 0 ? { pages, changes } : null
    } catch {
      return null
    }
  }

  /**
   * Writes passages, and resolves after they are on the disk. Does not wait for a disk that has
   * already failed, so a guest at the gate waits for the timeout only once.
   */
  async storePassages(passages: OwnPassage[]) {
    const written = this.write(async (_, start) => {
      const tx = start(['passages'], STRICT)
      const store = tx.objectStore('passages')
      await Promise.all([...passages.map((passage) => store.put(passage)), tx.done])
    })
    if (!this.isPersistent) return
    await withTimeout(written).catch(() => {
      this.isPersistent = false
    })
  }

  storeState(state: PersistedState) {
    return this.write((db) => db.put('kept', state, 'self'))
  }

  /** Replaces the stored roster and its changes. Returns whether the write succeeded. */
  storeRoster(pages: ArrayBuffer[], state: PersistedState) {
    return this.write(async (_, start) => {
      const { key } = this
      const encrypted: EncryptedPiece[] = []
      for (const page of pages) encrypted.push(await this.encrypt(page))
      // The roster was deleted during the encryption (`deleteRoster` replaces the key).
      if (key !== this.key) return
      const tx = start(ROSTER)
      await Promise.all([
        tx.objectStore('pieces').clear(),
        tx.objectStore('changes').clear(),
        ...encrypted.map((piece) => tx.objectStore('pieces').put(piece)),
        tx.objectStore('kept').put(state, 'self'),
        tx.done,
      ])
    }, LONG_STORAGE_TIMEOUT_MS)
  }

  /**
   * Stores changes of the roster together with their cursor, in one transaction. With `isWhole`
   * they replace the changes stored before. Returns whether the write succeeded.
   */
  storeChanges(changes: ChangedGuest[], state: PersistedState, isWhole: boolean) {
    return this.write(async (_, start) => {
      const { key } = this
      const encrypted = await this.encrypt(new TextEncoder().encode(JSON.stringify(changes)).buffer)
      if (key !== this.key) return
      const tx = start(ROSTER)
      await Promise.all([
        isWhole && tx.objectStore('changes').clear(),
        tx.objectStore('changes').put(encrypted),
        tx.objectStore('kept').put(state, 'self'),
        tx.done,
      ])
    }, LONG_STORAGE_TIMEOUT_MS)
  }

  /**
   * Deletes the stored roster, and replaces the key, so that remains of the roster on the disk are
   * unreadable.
   */
  async deleteRoster(state: PersistedState) {
    this.key = await newKey().catch(() => this.key)
    this.mustDeleteRoster = true
    await this.write((_, start) => this.clearRoster(start, state), LONG_STORAGE_TIMEOUT_MS)
  }

  private async clearRoster(start: StartTransaction, state: PersistedState) {
    const tx = start(ROSTER)
    await Promise.all([
      tx.objectStore('pieces').clear(),
      tx.objectStore('changes').clear(),
      tx.objectStore('kept').put(state, 'self'),
      tx.objectStore('kept').put(this.key as CryptoKey, 'key'),
      tx.done,
    ])
    this.mustDeleteRoster = false
  }

  /**
   * Replaces all stored passages by those of `log`, and the device state, in one transaction, so
   * that the queue is on the disk at any time. Leaves a disk to `repair` whose passages could not
   * be read.
   */
  async replaceShift(state: PersistedState, log: () => OwnPassage[]) {
    if (this.hasLoaded) await this.write((_, start) => putShift(start, log(), state))
  }

  /**
   * Repeats failed writes: the device state, all passages of `log`, and an outstanding deletion of
   * the roster. If the passages of an earlier visit could not be read when the page was opened,
   * reads them now and returns them; of another device only the unsent.
   */
  async repair(state: PersistedState, log: () => OwnPassage[]): Promise<OwnPassage[]> {
    // A page without a device must not overwrite a disk that it has never read.
    if (!this.hasLoaded && !state.me) return []
    let found: OwnPassage[] = []
    let failures = 0
    const isRepaired = await this.write(async (db, start) => {
      if (this.mustDeleteRoster) await this.clearRoster(start, state)
      if (!this.hasLoaded) found = await readMissedPassages(db, state)
      failures = this.failures
      await putShift(start, [...found, ...log()], state)
    }, LONG_STORAGE_TIMEOUT_MS)
    if (!isRepaired) return []
    this.hasLoaded = true
    // A passage whose write failed during this repair is still missing from the disk.
    this.isPersistent = failures === this.failures
    return found
  }

  private async encrypt(bytes: ArrayBuffer): Promise<EncryptedPiece> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const key = this.key as CryptoKey
    return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
  }

  private decrypt({ iv, bytes }: EncryptedPiece) {
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.key as CryptoKey, bytes)
  }

  private read<T>(operation: Operation<T>, timeoutMs = STORAGE_TIMEOUT_MS): Promise<T | undefined> {
    return this.run(operation, timeoutMs).catch(() => undefined)
  }

  /** Runs a write operation. Returns whether it succeeded; a failure also clears `isPersistent`. */
  private write(operation: Operation<unknown>, timeoutMs = STORAGE_TIMEOUT_MS): Promise<boolean> {
    return this.run(operation, timeoutMs).then(
      () => true,
      () => {
        this.failures++
        this.isPersistent = false
        return false
      },
    )
  }
}

/** Creates an encryption key that no script can export. */
const newKey = async () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/**
 * Reads the passages that could not be read when the page was opened. Of another device, returns
 * only the unsent.
 */
async function readMissedPassages(db: IDBPDatabase<GateDb>, { me }: PersistedState) {
  const before = (await db.get('kept', 'self')) as PersistedState | undefined
  const isSame = before?.me?.device.id === me?.device.id
  return (await db.getAll('passages')).filter(({ sent }) => isSame || sent === 'no')
}

/** Replaces all stored passages and the device state, in one transaction. */
async function putShift(start: StartTransaction, passages: OwnPassage[], state: PersistedState) {
  const tx = start(['kept', 'passages'], STRICT)
  await Promise.all([
    tx.objectStore('passages').clear(),
    ...passages.map((passage) => tx.objectStore('passages').put(passage)),
    tx.objectStore('kept').put(state, 'self'),
    tx.done,
  ])
}

/** Rejects if the promise takes longer than the timeout in ms. */
const withTimeout = <T>(promise: Promise<T>, timeoutMs = STORAGE_TIMEOUT_MS) => {
  let timer: ReturnType<typeof setTimeout>
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeoutMs, new Error('timeout'))
  })
  return Promise.race([promise, timedOut]).finally(() => clearTimeout(timer))
}

const starterOf =
  (db: IDBPDatabase<GateDb>) =>
  <N extends StoreNames<GateDb>>(stores: readonly N[], options?: IDBTransactionOptions) =>
    db.transaction([...stores], 'readwrite', options)

/**
 * Runs an operation with a timeout in ms. A failed or late operation is aborted and cannot start
 * another transaction. A hanging transaction would block later ones, and could write outdated data.
 */
async function runWithTimeout<T>(
  timeoutMs: number,
  db: IDBPDatabase<GateDb>,
  operation: Operation<T>,
): Promise<T> {
  let isOver = false
  let running: { abort(): void } | undefined
  const start: StartTransaction = (stores, options) => {
    if (isOver) throw new Error('the operation has timed out')
    const tx = starterOf(db)(stores, options)
    running = tx
    return tx
  }
  try {
    return await withTimeout(operation(db, start), timeoutMs)
  } catch (error) {
    isOver = true
    try {
      running?.abort()
    } catch {
      // The transaction has ended already.
    }
    throw error
  }
}

/** Deletes the database of a finished drill. */
export const deleteStore = (name: string) => deleteDB(name).catch(() => {})
