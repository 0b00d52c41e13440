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

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

interface GateDb extends DBSchema {
  kept: { key: 'self' | 'key'; value: PersistedState | CryptoKey }
  pieces: { key: number; value: Sealed }
  changes: { key: number; value: Sealed }
  passages: { key: string; value: OwnPassage }
}

const NAME = 'gate'
const ROSTER = ['kept', 'pieces', 'changes'] as const
/** Timeout of an IndexedDB operation. */
const PATIENCE_MS = 2_000
/** Timeout of an IndexedDB operation on a whole roster, or on all passages of a shift. */
const LONG_PATIENCE_MS = 10_000
const STRICT = { durability: 'strict' } as const

/** Function that starts a read-write transaction. */
type Begin = ReturnType<typeof beginIn>
/** Operation on the IndexedDB database. It must start its write transactions with `begin`. */
type Work<T> = (db: IDBPDatabase<GateDb>, begin: Begin) => Promise<T>

/**
 * Storage of the gate in IndexedDB. The roster is encrypted with a key that no script can export;
 * the device state and the passages are not encrypted. The memory of the open page is
 * authoritative. Failed writes are repeated from it (`mend`) over a new connection, because
 * browsers close connections in the background, and disks fill up and are cleared.
 */
export class GateDatabase {
  /** Whether all writes so far have succeeded. */
  isLasting = true
  private connecting: Promise<IDBPDatabase<GateDb>> | null = null
  private key: CryptoKey | null = null
  private hasLoaded = false
  /** Number of failed writes. */
  private failures = 0
  /** Whether the roster must still be deleted from the disk, because the deletion failed. */
  private owesForgetting = false
  private constructor(private readonly name: string) {}

  static async open(name = NAME): Promise<GateDatabase> {
    const store = new GateDatabase(name)
    await store.connect().catch(() => {
      store.isLasting = false
    })
    return store
  }

  private connect(): Promise<IDBPDatabase<GateDb>> {
    this.connecting ??= soon(this.openDb()).catch((error) => {
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
  private async attempt<T>(work: Work<T>, patience: number): Promise<T> {
    const used = this.connect()
    try {
      return await within(patience, await used, work)
    } catch {
      if (this.connecting === used) {
        this.connecting = null
        void used.then((db) => db.close()).catch(() => {})
      }
      return within(patience, await this.connect(), work)
    }
  }

  /** Loads the device state and the passages, which the page needs before the roster. */
  async load() {
    const found = await this.read(async (db) => ({
      kept: (await db.get('kept', 'self')) as PersistedState | undefined,
      passages: await db.getAll('passages'),
    }))
    this.hasLoaded = found !== undefined
    // Makes `mend` run later, which also reads the passages that could not be read now.
    if (!this.hasLoaded) this.isLasting = false
    return { kept: found?.kept ?? emptyPersistedState(), passages: found?.passages ?? [] }
  }

  /**
   * Loads the roster and its changes. Returns null if they are missing or unreadable, so that the
   * roster must be fetched again.
   */
  async loadRoster(): Promise<{ pages: ArrayBuffer[]; changes: ChangedGuest[][] } | null> {
    const found = await this.read(
      async (db) => ({ sealed: await db.getAll('pieces'), later: await db.getAll('changes') }),
      LONG_PATIENCE_MS,
    )
    if (!found) return null
    const { sealed, later } = found
    try {
      const pages: ArrayBuffer[] = []
      for (const piece of sealed) pages.push(await this.unseal(piece))
      const changes: ChangedGuest[][] = []
      for (const one of later)
        changes.push(JSON.parse(new TextDecoder().decode(await this.unseal(one))))
      return pages.length > 0 ? { pages, changes } : null
    } catch {
      return null
    }
  }

  /**
   * Writes passages, and resolves after they are on the disk. Does not wait for a disk that has
   * already failed, so a guest at the gate waits for the timeout only once.
   */
  async keepPassages(passages: OwnPassage[]) {
    const written = this.write(async (_, begin) => {
      const tx = begin(['passages'], STRICT)
      const store = tx.objectStore('passages')
      await Promise.all([...passages.map((passage) => store.put(passage)), tx.done])
    })
    if (!this.isLasting) return
    await soon(written).catch(() => {
      this.isLasting = false
    })
  }

  keep(kept: PersistedState) {
    return this.write((db) => db.put('kept', kept, 'self'))
  }

  /** Replaces the stored roster and its changes. Returns whether the write succeeded. */
  keepRoster(pages: ArrayBuffer[], kept: PersistedState) {
    return this.write(async (_, begin) => {
      const { key } = this
      const sealed: Sealed[] = []
      for (const page of pages) sealed.push(await this.seal(page))
      // The roster was deleted during the encryption (`forgetRoster` replaces the key).
      if (key !== this.key) return
      const tx = begin(ROSTER)
      await Promise.all([
        tx.objectStore('pieces').clear(),
        tx.objectStore('changes').clear(),
        ...sealed.map((piece) => tx.objectStore('pieces').put(piece)),
        tx.objectStore('kept').put(kept, 'self'),
        tx.done,
      ])
    }, LONG_PATIENCE_MS)
  }

  /**
   * Stores changes of the roster together with their cursor, in one transaction. With `isWhole`
   * they replace the changes stored before. Returns whether the write succeeded.
   */
  keepChanges(changes: ChangedGuest[], kept: PersistedState, isWhole: boolean) {
    return this.write(async (_, begin) => {
      const { key } = this
      const sealed = await this.seal(new TextEncoder().encode(JSON.stringify(changes)).buffer)
      if (key !== this.key) return
      const tx = begin(ROSTER)
      await Promise.all([
        isWhole && tx.objectStore('changes').clear(),
        tx.objectStore('changes').put(sealed),
        tx.objectStore('kept').put(kept, 'self'),
        tx.done,
      ])
    }, LONG_PATIENCE_MS)
  }

  /**
   * Deletes the stored roster, and replaces the key, so that remains of the roster on the disk are
   * unreadable.
   */
  async forgetRoster(kept: PersistedState) {
    this.key = await newKey().catch(() => this.key)
    this.owesForgetting = true
    await this.write((_, begin) => this.wipeRoster(begin, kept), LONG_PATIENCE_MS)
  }

  private async wipeRoster(begin: Begin, kept: PersistedState) {
    const tx = begin(ROSTER)
    await Promise.all([
      tx.objectStore('pieces').clear(),
      tx.objectStore('changes').clear(),
      tx.objectStore('kept').put(kept, 'self'),
      tx.objectStore('kept').put(this.key as CryptoKey, 'key'),
      tx.done,
    ])
    this.owesForgetting = false
  }

  async forgetPassages() {
    await this.write((db) => db.clear('passages'))
  }

  /**
   * Repeats failed writes: the device state, all passages of `log`, and an outstanding deletion of
   * the roster. If the passages of an earlier visit could not be read when the page was opened,
   * reads them now and returns them; of another device only the unsent.
   */
  async mend(kept: PersistedState, log: () => OwnPassage[]): Promise<OwnPassage[]> {
    // A page without a device must not overwrite a disk that it has never read.
    if (!this.hasLoaded && !kept.me) return []
    let found: OwnPassage[] = []
    let failures = 0
    const isMended = await this.write(async (db, begin) => {
      if (this.owesForgetting) await this.wipeRoster(begin, kept)
      if (!this.hasLoaded) found = await unread(db, kept)
      const tx = begin(['kept', 'passages'], STRICT)
      failures = this.failures
      await Promise.all([
        tx.objectStore('passages').clear(),
        ...[...found, ...log()].map((passage) => tx.objectStore('passages').put(passage)),
        tx.objectStore('kept').put(kept, 'self'),
        tx.done,
      ])
    }, LONG_PATIENCE_MS)
    if (!isMended) return []
    this.hasLoaded = true
    // A passage whose write failed during this repair is still missing from the disk.
    this.isLasting = failures === this.failures
    return found
  }

  private async seal(bytes: ArrayBuffer): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const key = this.key as CryptoKey
    return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) }
  }

  private unseal({ iv, bytes }: Sealed) {
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, this.key as CryptoKey, bytes)
  }

  private read<T>(work: Work<T>, patience = PATIENCE_MS): Promise<T | undefined> {
    return this.attempt(work, patience).catch(() => undefined)
  }

  /** Runs a write operation. Returns whether it succeeded; a failure also clears `isLasting`. */
  private write(work: Work<unknown>, patience = PATIENCE_MS): Promise<boolean> {
    return this.attempt(work, patience).then(
      () => true,
      () => {
        this.failures++
        this.isLasting = false
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
async function unread(db: IDBPDatabase<GateDb>, { me }: PersistedState) {
  const before = (await db.get('kept', 'self')) as PersistedState | undefined
  const isSame = before?.me?.device.id === me?.device.id
  return (await db.getAll('passages')).filter(({ sent }) => isSame || sent === 'no')
}

/** Rejects if the promise has not settled within the timeout in ms. */
const soon = <T>(promise: Promise<T>, patience = PATIENCE_MS) => {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience, new Error('no answer'))
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

const beginIn =
  (db: IDBPDatabase<GateDb>) =>
  <N extends StoreNames<GateDb>>(stores: readonly N[], options?: IDBTransactionOptions) =>
    db.transaction([...stores], 'readwrite', options)

/**
 * Runs an operation with a timeout in ms. A failed or late operation is aborted and cannot start
 * another transaction. A hanging transaction would block later ones, and could write outdated data.
 */
async function within<T>(patience: number, db: IDBPDatabase<GateDb>, work: Work<T>): Promise<T> {
  let isOver = false
  let begun: { abort(): void } | undefined
  const begin: Begin = (stores, options) => {
    if (isOver) throw new Error('too late')
    const tx = beginIn(db)(stores, options)
    begun = tx
    return tx
  }
  try {
    return await soon(work(db, begin), patience)
  } catch (error) {
    isOver = true
    try {
      begun?.abort()
    } catch {
      // The transaction has ended already.
    }
    throw error
  }
}

/** Deletes the database of a finished drill. */
export const deleteStore = (name: string) => deleteDB(name).catch(() => {})
