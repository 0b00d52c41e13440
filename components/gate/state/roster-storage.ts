import { fromColumns } from '@/lib/gate/roster-codec'
import type { RosterPage } from '@/lib/gate/schema'
import type { ChangedGuest, GateDatabase, PersistedState } from './device-storage'
import { Roster, type RosterGuest } from './roster'

/** Interval of writing changes to the disk. The server sends lost changes again. */
export const WRITE_INTERVAL_MS = 5_000
/** Number of pieces of changes after which they are written as one. */
const MAX_CHANGE_PIECES = 200

/** Reads a page of the roster, as the server sends it and the disk stores it. */
function readPage(bytes: ArrayBuffer): RosterPage {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return fromColumns(bytes)
  }
}

/** The roster in memory and, encrypted, on the disk: whole pages, followed by the changes. */
export class PersistedRoster {
  roster: Roster | null = null
  /** Position of the roster in memory in the log of changes. `kept.cursor` is that of the disk. */
  private heardTo: string | null = null
  private unwritten = new Map<number, RosterGuest | null>()
  private changed = new Map<number, RosterGuest | null>()
  private pieces = 0
  /** A whole roster that the disk has not taken yet, and where its changes go on. */
  private unsaved: { pages: ArrayBuffer[]; cursor: string | null } | null = null
  private isWriting = false
  /** Number of updates from the server: the last one of each guest, and of the whole roster. */
  private told = 0
  private begun = 0
  private toldOf = new Map<number, number>()
  /** Presence that this phone knew better than the disk. It holds until the server responds. */
  private amended = new Map<number, number | null>()
  /** A new object with each roster and each deletion of names. It invalidates work begun before. */
  private life = {}

  constructor(
    private readonly store: GateDatabase,
    private readonly kept: PersistedState,
  ) {}

  /** Position in the server's log of changes; null without a roster. */
  get cursor() {
    return this.roster ? this.heardTo : null
  }

  /** Fetches the roster page by page. Calls `then` when it can be used, before it is on the disk. */
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
    this.begun = ++this.told
    this.unsaved = { pages, cursor: first }
    then()
    await this.write()
  }

  /** Loads the roster from the disk, if it has one, with the presence of `amendments`. */
  async restore(amendments: () => Iterable<[id: number, since: number | null]>) {
    const { life } = this
    const found = this.kept.cursor === null ? null : await this.store.loadRoster()
    if (!found) return
    const roster = new Roster()
    for (const page of found.pages) {
      roster.add(readPage(page))
      // The screen is updated between two pages.
      await new Promise((resolve) => setTimeout(resolve))
    }
    const changed = new Map(found.changes.flat())
    const gone = [...changed].filter(([, guest]) => guest === null).map(([id]) => id)
    const rest = [...changed.values()].filter((guest) => guest !== null)
    roster.apply(rest, gone)
    if (life !== this.life) return
    this.take(roster, this.kept.cursor, changed)
    for (const [id, since] of amendments()) {
      const known = roster.byId(id)
      if (!known) continue
      if (!this.amended.has(id)) this.amended.set(id, known.since)
      roster.setSince(id, since)
    }
    this.pieces = found.changes.length
  }

  /** Applies changes that the server pushed, up to a cursor. */
  change(guests: readonly RosterGuest[], gone: readonly number[], heardTo: string) {
    const heard = [...guests.map(({ id }) => id), ...gone]
    this.told++
    for (const id of heard) this.toldOf.set(id, this.told)
    this.note(guests, gone)
    // All other guests are as they were on the disk.
    for (const id of gone) this.amended.delete(id)
    for (const [id, since] of this.amended) this.roster?.setSince(id, since)
    this.amended.clear()
    this.heardTo = heardTo
  }

  /** Moment of a request; see `answer` and `answerSince`. */
  get moment() {
    return this.told
  }

  /**
   * Whether the response to a request is newer than all pushed changes of a guest. A pushed change since
   * may be newer, and is not sent again.
   */
  private isNews(id: number, asked: number) {
    return Math.max(this.begun, this.toldOf.get(id) ?? 0) <= asked
  }

  /** Stores a guest from the response to a request that was sent at a moment. */
  answer(guest: RosterGuest, asked: number) {
    if (this.isNews(guest.id, asked)) this.note([guest])
  }

  /** Like `answer`, for the presence of a guest alone, in ms. Holds until the server pushes a change. */
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

  /** Writes unsaved data to the disk, and then moves `kept.cursor`. */
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

  /** Deletes the roster in memory. */
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
