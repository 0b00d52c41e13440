import { fromColumns } from '@/lib/gate/roster-codec'
import type { RosterPage } from '@/lib/gate/schema'
import type { ChangedGuest, GateDatabase, PersistedState } from './device-storage'
import { Roster, type RosterGuest } from './roster'

/**
 * Interval of writing roster changes to the disk. Changes that were not written before a crash are
 * sent by the server again.
 */
export const WRITE_INTERVAL_MS = 5_000
/** Maximum number of stored records of changes. At this number they are merged into one record. */
const MAX_CHANGE_RECORDS = 200

/**
 * Parses a chunk of the roster in the format in which the server sends it and the disk stores it.
 */
function readPage(bytes: ArrayBuffer): RosterPage {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return fromColumns(bytes)
  }
}

/**
 * Roster in memory and, encrypted, on the disk. The disk stores the chunks as fetched, and the
 * later changes.
 */
export class PersistedRoster {
  roster: Roster | null = null
  /**
   * Cursor up to which the roster in memory is current. `persisted.cursor` is the cursor of the stored
   * roster.
   */
  private memoryCursor: string | null = null
  private unwritten = new Map<number, RosterGuest | null>()
  private changed = new Map<number, RosterGuest | null>()
  private changeRecords = 0
  /**
   * Fetched roster that is not on the disk yet, with the cursor from which its changes continue.
   */
  private unsaved: { pages: ArrayBuffer[]; cursor: string | null } | null = null
  private isWriting = false
  /**
   * Numbers of roster updates from the server. `updateCount`: the last update. `rosterVersion`: the update that
   * replaced the whole roster. `guestVersions`: the last update of each guest, by guest id.
   */
  private updateCount = 0
  private rosterVersion = 0
  private guestVersions = new Map<number, number>()
  /**
   * Stored presence of each guest whose presence in memory comes from a passage of this phone
   * instead, by guest id. Set by `restore`, until the next update from the server.
   */
  private localPresence = new Map<number, number | null>()
  /**
   * New object for each loaded or deleted roster. Asynchronous work that finds another object here
   * belongs to an old roster, and is discarded.
   */
  private generation = {}

  constructor(
    private readonly store: GateDatabase,
    private readonly persisted: PersistedState,
  ) {}

  /** Cursor in the server's change log up to which the roster is current; null without a roster. */
  get cursor() {
    return this.roster ? this.memoryCursor : null
  }

  /**
   * Fetches the roster chunk by chunk. Calls `onUsable` when the roster is usable, before it is on the
   * disk.
   */
  async fetch(fetchPage: (path: string) => Promise<ArrayBuffer>, onUsable: () => void) {
    const { generation } = this
    const roster = new Roster()
    const pages: ArrayBuffer[] = []
    let first: string | null = null
    for (let after = 0; ; ) {
      const bytes = await fetchPage(`roster?after=${after}`)
      const page = readPage(bytes)
      first ??= page.cursor
      pages.push(bytes)
      roster.add(page)
      if (page.count === 0 || roster.size >= page.total) break
      after = page.last
    }
    if (generation !== this.generation) return
    this.replace(roster, first, [])
    this.persisted.lists = [...roster.lists.values()]
    this.rosterVersion = ++this.updateCount
    this.unsaved = { pages, cursor: first }
    onUsable()
    await this.write()
  }

  /**
   * Loads the roster from the disk, if there is one. `localPresenceUpdates` returns newer presences by guest
   * id.
   */
  async restore(localPresenceUpdates: () => Iterable<[id: number, since: number | null]>) {
    const { generation } = this
    const found = this.persisted.cursor === null ? null : await this.store.loadRoster()
    if (!found) return
    const roster = new Roster()
    for (const page of found.pages) {
      roster.add(readPage(page))
      // Lets the browser update the screen between two chunks.
      await new Promise((resolve) => setTimeout(resolve))
    }
    const changed = new Map(found.changes.flat())
    const gone = [...changed].filter(([, guest]) => guest === null).map(([id]) => id)
    const updated = [...changed.values()].filter((guest) => guest !== null)
    roster.apply(updated, gone)
    if (generation !== this.generation) return
    this.replace(roster, this.persisted.cursor, changed)
    if (this.persisted.lists) roster.replaceLists(this.persisted.lists)
    for (const [id, since] of localPresenceUpdates()) {
      const known = roster.byId(id)
      if (!known) continue
      if (!this.localPresence.has(id)) this.localPresence.set(id, known.since)
      roster.setSince(id, since)
    }
    this.changeRecords = found.changes.length
  }

  /** Applies roster changes from the server. `cursor` is the cursor after them. */
  change(guests: readonly RosterGuest[], gone: readonly number[], cursor: string) {
    const ids = [...guests.map(({ id }) => id), ...gone]
    this.updateCount++
    for (const id of ids) this.guestVersions.set(id, this.updateCount)
    this.applyGuests(guests, gone)
    // The server sent no change of the other corrected guests, so their presence on the disk is
    // right.
    for (const id of gone) this.localPresence.delete(id)
    for (const [id, since] of this.localPresence) this.roster?.setSince(id, since)
    this.localPresence.clear()
    this.memoryCursor = cursor
  }

  /** Replaces all guest lists. The next write of the device state stores them. */
  replaceLists(lists: RosterPage['lists']) {
    this.persisted.lists = lists
    this.roster?.replaceLists(lists)
  }

  /**
   * Number of the last roster update. A request remembers it for `updateFromResponse` and
   * `updatePresenceFromResponse`.
   */
  get streamVersion() {
    return this.updateCount
  }

  /**
   * Whether the server has sent no update of a guest since a request was sent (`sentVersion`). An update
   * sent since then may be newer than the response, and is not sent again.
   */
  private isNewerThanStream(id: number, sentVersion: number) {
    return Math.max(this.rosterVersion, this.guestVersions.get(id) ?? 0) <= sentVersion
  }

  /**
   * Stores a guest from a response, unless the server has sent an update of the guest since the
   * request. `sentVersion` is the value of `streamVersion` when the request was sent.
   */
  updateFromResponse(guest: RosterGuest, sentVersion: number) {
    if (this.isNewerThanStream(guest.id, sentVersion)) this.applyGuests([guest])
  }

  /**
   * Like `updateFromResponse`, but only for the presence of a guest, in ms. The presence is not written to the
   * disk, and is replaced by the next update of the guest.
   */
  updatePresenceFromResponse(id: number, since: number | null, sentVersion: number) {
    if (!this.isNewerThanStream(id, sentVersion)) return
    this.localPresence.delete(id)
    this.roster?.setSince(id, since)
  }

  private applyGuests(guests: readonly RosterGuest[], gone: readonly number[] = []) {
    this.roster?.apply(guests, gone)
    for (const guest of guests) {
      this.unwritten.set(guest.id, guest)
      this.localPresence.delete(guest.id)
    }
    for (const id of gone) this.unwritten.set(id, null)
  }

  /** Writes unsaved data to the disk, and then moves `persisted.cursor` to the written state. */
  async write() {
    if (this.isWriting) return
    this.isWriting = true
    try {
      if (this.unsaved) await this.writeRoster(this.unsaved)
      if (!this.unsaved) await this.writeChanges()
    } finally {
      this.isWriting = false
    }
  }

  private async writeRoster(unsaved: NonNullable<PersistedRoster['unsaved']>) {
    const { pages, cursor } = unsaved
    const isStored = await this.store.storeRoster(pages, { ...this.persisted, cursor })
    if (!isStored || unsaved !== this.unsaved) return
    this.unsaved = null
    this.persisted.cursor = cursor
  }

  private async writeChanges() {
    if (this.unwritten.size === 0 || !this.roster) return
    const { generation, memoryCursor, unwritten } = this
    for (const [id, guest] of unwritten) this.changed.set(id, guest)
    const isWhole = this.changeRecords >= MAX_CHANGE_RECORDS
    const written = isWhole ? this.changed : unwritten
    this.unwritten = new Map()
    const persisted = { ...this.persisted, cursor: memoryCursor }
    const isStored = await this.store.storeChanges([...written], persisted, isWhole)
    if (generation !== this.generation) return
    if (isStored) {
      this.persisted.cursor = memoryCursor
      this.changeRecords = isWhole ? 0 : this.changeRecords + 1
    } else this.unwritten = new Map([...unwritten, ...this.unwritten])
  }

  /** Deletes the roster from memory. */
  clear() {
    this.replace(null, null, [])
    this.persisted.cursor = null
  }

  private replace(
    roster: Roster | null,
    memoryCursor: string | null,
    changed: Iterable<ChangedGuest>,
  ) {
    this.generation = {}
    this.roster = roster
    this.memoryCursor = memoryCursor
    this.changed = new Map(changed)
    this.unwritten = new Map()
    this.unsaved = null
    this.guestVersions.clear()
    this.localPresence.clear()
    this.changeRecords = 0
  }
}
