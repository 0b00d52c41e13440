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
const MAX_CHANGE_PIECES = 200

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
   * Cursor up to which the roster in memory is current. `kept.cursor` is the cursor of the stored
   * roster.
   */
  private heardTo: string | null = null
  private unwritten = new Map<number, RosterGuest | null>()
  private changed = new Map<number, RosterGuest | null>()
  private pieces = 0
  /**
   * Fetched roster that is not on the disk yet, with the cursor from which its changes continue.
   */
  private unsaved: { pages: ArrayBuffer[]; cursor: string | null } | null = null
  private isWriting = false
  /**
   * Numbers of roster updates from the server. `told`: the last update. `begun`: the update that
   * replaced the whole roster. `toldOf`: the last update of each guest, by guest id.
   */
  private told = 0
  private begun = 0
  private toldOf = new Map<number, number>()
  /**
   * Stored presence of each guest whose presence in memory comes from a passage of this phone
   * instead, by guest id. Set by `restore`, until the next update from the server.
   */
  private amended = new Map<number, number | null>()
  /**
   * New object for each loaded or deleted roster. Asynchronous work that finds another object here
   * belongs to an old roster, and is discarded.
   */
  private life = {}

  constructor(
    private readonly store: GateDatabase,
    private readonly kept: PersistedState,
  ) {}

  /** Cursor in the server's change log up to which the roster is current; null without a roster. */
  get cursor() {
    return this.roster ? this.heardTo : null
  }

  /**
   * Fetches the roster chunk by chunk. Calls `then` when the roster is usable, before it is on the
   * disk.
   */
  async fetch(fetchPage: (path: string) => Promise<ArrayBuffer>, then: () => void) {
    const { life } = this
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
    if (life !== this.life) return
    this.take(roster, first, [])
    this.kept.lists = [...roster.lists.values()]
    this.begun = ++this.told
    this.unsaved = { pages, cursor: first }
    then()
    await this.write()
  }

  /**
   * Loads the roster from the disk, if there is one. `amendments` returns newer presences by guest
   * id.
   */
  async restore(amendments: () => Iterable<[id: number, since: number | null]>) {
    const { life } = this
    const found = this.kept.cursor === null ? null : await this.store.loadRoster()
    if (!found) return
    const roster = new Roster()
    for (const page of found.pages) {
      roster.add(readPage(page))
      // Lets the browser update the screen between two chunks.
      await new Promise((resolve) => setTimeout(resolve))
    }
    const changed = new Map(found.changes.flat())
    const gone = [...changed].filter(([, guest]) => guest === null).map(([id]) => id)
    const rest = [...changed.values()].filter((guest) => guest !== null)
    roster.apply(rest, gone)
    if (life !== this.life) return
    this.take(roster, this.kept.cursor, changed)
    if (this.kept.lists) roster.replaceLists(this.kept.lists)
    for (const [id, since] of amendments()) {
      const known = roster.byId(id)
      if (!known) continue
      if (!this.amended.has(id)) this.amended.set(id, known.since)
      roster.setSince(id, since)
    }
    this.pieces = found.changes.length
  }

  /** Applies roster changes from the server. `heardTo` is the cursor after them. */
  change(guests: readonly RosterGuest[], gone: readonly number[], heardTo: string) {
    const heard = [...guests.map(({ id }) => id), ...gone]
    this.told++
    for (const id of heard) this.toldOf.set(id, this.told)
    this.note(guests, gone)
    // The server sent no change of the other corrected guests, so their presence on the disk is
    // right.
    for (const id of gone) this.amended.delete(id)
    for (const [id, since] of this.amended) this.roster?.setSince(id, since)
    this.amended.clear()
    this.heardTo = heardTo
  }

  /** Replaces all guest lists. The next write of the device state stores them. */
  replaceLists(lists: RosterPage['lists']) {
    this.kept.lists = lists
    this.roster?.replaceLists(lists)
  }

  /** Number of the last roster update. A request remembers it for `answer` and `answerSince`. */
  get moment() {
    return this.told
  }

  /**
   * Whether the server has sent no update of a guest since a request was sent (`asked`). An update
   * sent since then may be newer than the response, and is not sent again.
   */
  private isNews(id: number, asked: number) {
    return Math.max(this.begun, this.toldOf.get(id) ?? 0) <= asked
  }

  /**
   * Stores a guest from a response, unless the server has sent an update of the guest since the
   * request. `asked` is the value of `moment` when the request was sent.
   */
  answer(guest: RosterGuest, asked: number) {
    if (this.isNews(guest.id, asked)) this.note([guest])
  }

  /**
   * Like `answer`, but only for the presence of a guest, in ms. The presence is not written to the
   * disk, and is replaced by the next update of the guest.
   */
  answerSince(id: number, since: number | null, asked: number) {
    if (!this.isNews(id, asked)) return
    this.amended.delete(id)
    this.roster?.setSince(id, since)
  }

  private note(guests: readonly RosterGuest[], gone: readonly number[] = []) {
    this.roster?.apply(guests, gone)
    for (const guest of guests) {
      this.unwritten.set(guest.id, guest)
      this.amended.delete(guest.id)
    }
    for (const id of gone) this.unwritten.set(id, null)
  }

  /** Writes unsaved data to the disk, and then moves `kept.cursor` to the written state. */
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
    const isKept = await this.store.keepRoster(pages, { ...this.kept, cursor })
    if (!isKept || unsaved !== this.unsaved) return
    this.unsaved = null
    this.kept.cursor = cursor
  }

  private async writeChanges() {
    if (this.unwritten.size === 0 || !this.roster) return
    const { life, heardTo, unwritten } = this
    for (const [id, guest] of unwritten) this.changed.set(id, guest)
    const isWhole = this.pieces >= MAX_CHANGE_PIECES
    const written = isWhole ? this.changed : unwritten
    this.unwritten = new Map()
    const kept = { ...this.kept, cursor: heardTo }
    const isKept = await this.store.keepChanges([...written], kept, isWhole)
    if (life !== this.life) return
    if (isKept) {
      this.kept.cursor = heardTo
      this.pieces = isWhole ? 0 : this.pieces + 1
    } else this.unwritten = new Map([...unwritten, ...this.unwritten])
  }

  /** Deletes the roster from memory. */
  forget() {
    this.take(null, null, [])
    this.kept.cursor = null
  }

  private take(roster: Roster | null, heardTo: string | null, changed: Iterable<ChangedGuest>) {
    this.life = {}
    this.roster = roster
    this.heardTo = heardTo
    this.changed = new Map(changed)
    this.unwritten = new Map()
    this.unsaved = null
    this.toldOf.clear()
    this.amended.clear()
    this.pieces = 0
  }
}
