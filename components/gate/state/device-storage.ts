import { type DBSchema, deleteDB, type IDBPDatabase, openDB, type StoreNames } from 'idb'
import type { z } from 'zod'
import type { changesResponse, gateMeResponse, passageInput } from '@/lib/gate/schema'
import type { RosterGuest } from './roster'

export type Me = z.output<typeof gateMeResponse>
export type Changes = z.output<typeof changesResponse>

/** A passage of this phone's own, as it is kept until the shift is over. */
export interface OwnPassage extends Omit<z.output<typeof passageInput>, 'verdict' | 'decided'> {
  verdict: z.output<typeof passageInput>['verdict'] | 'returned'
  decided: z.output<typeof passageInput>['decided'] | 'server'
  /** By the server's clock, as well as this phone knew it. */
  at: string
  /** The server has it, or has refused it by name. */
  sent: 'no' | 'yes' | 'refused'
}

/** State of the phone that it needs to work alone. */
export interface PersistedState {
  me: Me | null
  /** Where the changes after roster and stored changes begin; null without a roster. */
  cursor: string | null
  /** When the server last said all that had changed, by this phone's clock. */
  rosterAt: number | null
  /** How far the server's clock is ahead, in milliseconds. */
  ahead: number
  /** Open duplicates in which this phone took part. */
  doubles: Changes['doubles']
}

/** A guest who has changed since the roster. Null for a removed guest. */
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
/** A browser that does not answer within these milliseconds is waited for no longer. */
const PATIENCE_MS = 2_000
/** The same where half a million guests, or all passages of a shift, are read or written. */
const LONG_PATIENCE_MS = 10_000
const STRICT = { durability: 'strict' } as const

/** Begins a transaction that writes. */
type Begin = ReturnType<typeof beginIn>
/** Work on the disk. */
type Work<T> = (db: IDBPDatabase<GateDb>, begin: Begin) => Promise<T>

/**
 * Data that survives the page: names are encrypted with a key that no script can export, numbers are plain.
 * The memory of a running page is the truth. Failed writes are repeated (`mend`) over a new connection,
 * because browsers close connections in the background, and disks fill up and are cleared.
 */
export class GateDatabase {
  /** Whether all that was to be written is on the disk. */
  isLasting = true
  private connecting: Promise<IDBPDatabase<GateDb>> | null = null
  private key: CryptoKey | null = null
  private hasLoaded = false
  /** How many writes have failed. */
  private failures = 0
  /** Whether the names must still be deleted from the disk, because the deletion failed. */
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
   * Does work on the disk; once more over a new connection, should this one have been closed or
   * not answer within the patience.
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

  /** Loads the state of the phone, which is needed first. */
  async load() {
    const found = await this.read(async (db) => ({
      kept: (await db.get('kept', 'self')) as PersistedState | undefined,
      passages: await db.getAll('passages'),
    }))
    this.hasLoaded = found !== undefined
    // To be mended, which takes up what could not be read.
    if (!this.hasLoaded) this.isLasting = false
    return { kept: found?.kept ?? emptyPersistedState(), passages: found?.passages ?? [] }
  }

  /** Loads the roster and its changes. Null if they cannot be read and must be fetched again. */
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
   * Resolves after the passages are on the disk. If the disk hangs or fails, the guest waits for its time
   * limit once.
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

  /** A whole roster in place of what was there; whether it is on the disk. */
  keepRoster(pages: ArrayBuffer[], kept: PersistedState) {
    return this.write(async (_, begin) => {
      const { key } = this
      const sealed: Sealed[] = []
      for (const page of pages) sealed.push(await this.seal(page))
      // Everybody was forgotten meanwhile.
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
   * Changes, and that they were heard, in one; `isWhole`: in place of those before. Whether they
   * are on the disk.
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

  /** Forgets everybody, and the key to whatever a disk may still hold of them. */
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
   * Writes again what the disk has refused, with the passages as the log has them by then. Answers
   * passages of an earlier page that could not be read when this one was opened, and are on the
   * disk after all: of another device only what is still to be sent.
   */
  async mend(kept: PersistedState, log: () => OwnPassage[]): Promise<OwnPassage[]> {
    // A page that is no device has nothing to say in place of a disk that it never read.
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
    // Writes that failed since the log was read are not on the disk.
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

  /** Whether the disk took it. */
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

/** Creates a key that the browser uses but never exports. */
const newKey = async () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Reads passages from a disk that could not be read when the page was opened. */
async function unread(db: IDBPDatabase<GateDb>, { me }: PersistedState) {
  const before = (await db.get('kept', 'self')) as PersistedState | undefined
  const isSame = before?.me?.device.id === me?.device.id
  return (await db.getAll('passages')).filter(({ sent }) => isSame || sent === 'no')
}

/** Fails when nothing has come within the store's patience. */
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
 * Does work within a patience. What it wrote until then is taken back, and nothing follows: a
 * transaction that hangs would hold up all later ones, and could write what is out of date.
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
