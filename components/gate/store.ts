import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { z } from 'zod'
import type { changesAnswer, gateMeAnswer, passageInput } from '@/lib/gate/schema'
import type { RosterGuest } from './roster'

export type Me = z.output<typeof gateMeAnswer>
export type Changes = z.output<typeof changesAnswer>

/** A passage of this phone's own, as it is kept until the shift is over. */
export interface OwnPassage extends Omit<z.output<typeof passageInput>, 'verdict' | 'decided'> {
  verdict: z.output<typeof passageInput>['verdict'] | 'returned'
  decided: z.output<typeof passageInput>['decided'] | 'server'
  /** By the server's clock, as well as this phone knew it. */
  at: string
  /** The server has it, or has refused it by name. */
  sent: 'no' | 'yes' | 'refused'
}

/** What the phone remembers of itself, without which it cannot go on alone. */
export interface Kept {
  me: Me | null
  /** Where the changes after roster and stored changes begin; null without a roster. */
  cursor: string | null
  /** When the server last said all that had changed, by this phone's clock. */
  rosterAt: number | null
  /** How far the server's clock is ahead, in milliseconds. */
  ahead: number
  /** Doubles in which this phone had a part, that nobody has settled. */
  doubles: Changes['doubles']
}

/** What has become of a guest since the roster; null of one who is gone. */
export type ChangedGuest = [id: number, guest: RosterGuest | null]

export const newKept = (): Kept => ({
  ...{ me: null, cursor: null, rosterAt: null, ahead: 0, doubles: [] },
})

interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

interface GateDb extends DBSchema {
  kept: { key: 'self' | 'key'; value: Kept | CryptoKey }
  pieces: { key: number; value: Sealed }
  changes: { key: number; value: Sealed }
  passages: { key: string; value: OwnPassage }
}

const NAME = 'gate'
const ROSTER = ['kept', 'pieces', 'changes'] as const
/** A browser that does not answer within these milliseconds is waited for no longer. */
const PATIENCE = 2_000

/**
 * What outlives the page: names sealed with a key that no script can read out, numbers plain.
 * The truth of a running page is its memory. What the disk refuses is written again (`mend`), over
 * a new connection: browsers close one in the background, and disks fill up and are cleared.
 */
export class Store {
  /** Whether all that was to be written is on the disk. */
  isLasting = true
  private connecting: Promise<IDBPDatabase<GateDb>> | null = null
  private key: CryptoKey | null = null
  private hasLoaded = false
  /** Everybody is to be forgotten on the disk too, which has not gone yet. */
  private owesForgetting = false
  private constructor(private readonly name: string) {}

  static async open(name = NAME): Promise<Store> {
    const store = new Store(name)
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

  /** Does work on the disk; once more over a new connection, should this one have been closed. */
  private async attempt<T>(work: (db: IDBPDatabase<GateDb>) => Promise<T>): Promise<T> {
    const used = this.connect()
    try {
      return await work(await used)
    } catch {
      if (this.connecting === used) {
        this.connecting = null
        void used.then((db) => db.close()).catch(() => {})
      }
      return work(await this.connect())
    }
  }

  /** What the phone needs to know of itself before anything else. */
  async load() {
    const kept = (await this.read((db) => db.get('kept', 'self'))) as Kept | undefined
    const passages = await this.read((db) => db.getAll('passages'))
    this.hasLoaded = passages !== undefined
    return { kept: kept ?? newKept(), passages: passages ?? [] }
  }

  /** The roster and what has changed since; null where it cannot be read, to be fetched anew. */
  async loadRoster(): Promise<{ pages: ArrayBuffer[]; changes: ChangedGuest[][] } | null> {
    const sealed = (await this.read((db) => db.getAll('pieces'))) ?? []
    const later = (await this.read((db) => db.getAll('changes'))) ?? []
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
   * On the disk, and not only on its way there, before this is done. A disk that is stuck or
   * refuses keeps nobody at the door waiting for longer than the store's patience, once.
   */
  async keepPassages(passages: OwnPassage[]) {
    const written = this.write(async (db) => {
      const tx = db.transaction('passages', 'readwrite', { durability: 'strict' })
      await Promise.all([...passages.map((passage) => tx.store.put(passage)), tx.done])
    })
    if (!this.isLasting) return
    await soon(written).catch(() => {
      this.isLasting = false
    })
  }

  keep(kept: Kept) {
    return this.write((db) => db.put('kept', kept, 'self'))
  }

  /** A whole roster in place of what was there; whether it is on the disk. */
  keepRoster(pages: ArrayBuffer[], kept: Kept) {
    return this.write(async (db) => {
      const { key } = this
      const sealed: Sealed[] = []
      for (const page of pages) sealed.push(await this.seal(page))
      // Everybody was forgotten meanwhile.
      if (key !== this.key) return
      const tx = db.transaction([...ROSTER], 'readwrite')
      await Promise.all([
        tx.objectStore('pieces').clear(),
        tx.objectStore('changes').clear(),
        ...sealed.map((piece) => tx.objectStore('pieces').put(piece)),
        tx.objectStore('kept').put(kept, 'self'),
        tx.done,
      ])
    })
  }

  /**
   * Changes, and that they were heard, in one; `isWhole`: in place of those before. Whether they
   * are on the disk.
   */
  keepChanges(changes: ChangedGuest[], kept: Kept, isWhole: boolean) {
    return this.write(async (db) => {
      const { key } = this
      const sealed = await this.seal(new TextEncoder().encode(JSON.stringify(changes)).buffer)
      if (key !== this.key) return
      const tx = db.transaction([...ROSTER], 'readwrite')
      await Promise.all([
        isWhole && tx.objectStore('changes').clear(),
        tx.objectStore('changes').put(sealed),
        tx.objectStore('kept').put(kept, 'self'),
        tx.done,
      ])
    })
  }

  /** Forgets everybody, and the key to whatever a disk may still hold of them. */
  async forgetRoster(kept: Kept) {
    this.key = await newKey().catch(() => this.key)
    this.owesForgetting = true
    await this.write((db) => this.wipeRoster(db, kept))
  }

  private async wipeRoster(db: IDBPDatabase<GateDb>, kept: Kept) {
    const tx = db.transaction([...ROSTER], 'readwrite')
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
   * Writes again what the disk has refused. Answers passages of an earlier page that could not be
   * read when this one was opened, and are on the disk after all.
   */
  async mend(kept: Kept, passages: OwnPassage[]): Promise<OwnPassage[]> {
    // A page that is no device has nothing to say in place of a disk that it never read.
    if (!this.hasLoaded && !kept.me) return []
    let found: OwnPassage[] = []
    const isMended = await this.write(async (db) => {
      if (this.owesForgetting) await this.wipeRoster(db, kept)
      if (!this.hasLoaded) found = await db.getAll('passages')
      const tx = db.transaction(['kept', 'passages'], 'readwrite', { durability: 'strict' })
      await Promise.all([
        this.hasLoaded && tx.objectStore('passages').clear(),
        ...passages.map((passage) => tx.objectStore('passages').put(passage)),
        tx.objectStore('kept').put(kept, 'self'),
        tx.done,
      ])
      this.hasLoaded = true
    })
    if (!isMended) return []
    this.isLasting = true
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

  private read<T>(work: (db: IDBPDatabase<GateDb>) => Promise<T>): Promise<T | undefined> {
    return this.attempt(work).catch(() => undefined)
  }

  /** Whether the disk took it. */
  private write(work: (db: IDBPDatabase<GateDb>) => Promise<unknown>): Promise<boolean> {
    return this.attempt(work).then(
      () => true,
      () => {
        this.isLasting = false
        return false
      },
    )
  }
}

/** Not to be exported: the browser uses it, and gives it to nobody. */
const newKey = async () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Fails when nothing has come within the store's patience. */
const soon = <T>(promise: Promise<T>) =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => setTimeout(reject, PATIENCE, new Error('no answer'))),
  ])

/** Of a drill, once it is over. */
export const deleteStore = (name: string) => deleteDB(name).catch(() => {})
