import type { z } from 'zod'
import { FLAGS, HASH_BYTES, type RosterHead, type RosterPage } from '@/lib/gate/pack'
import type { changesAnswer } from '@/lib/gate/schema'

/** A guest as whoever stands at the gate sees one. */
export interface GateGuest {
  id: number
  name: string
  surname: string
  /** Number of the list, and its name. */
  list: number
  tag: string
  bought: boolean
  /** Milliseconds since 1970 from which it is inside, null outside. */
  since: number | null
  note: string | null
  banReason: string | null
}

type RosterList = RosterHead['lists'][number]

/** A guest as the server tells of it after the roster. */
export type RosterGuest = z.output<typeof changesAnswer>['guests'][number]

/** Of a guest whose list is not known by name. */
export const viewOf = ({ hash, ban, since, ...guest }: RosterGuest): GateGuest => ({
  ...guest,
  tag: '',
  bought: hash !== null,
  since: since === null ? null : Date.parse(since),
  banReason: ban,
})

/** Without the marks of diacritics, in small letters, as the search compares. */
export const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd')

/** A page holds at most 25,000 guests, so that 15 bits say which of it. */
const PLACES = 15
/** A guest whose row is out of date: it is gone, or stands among the changed. */
const DEAD = 128

interface Piece {
  page: RosterPage
  /** A line for each guest, as the search compares; and where lines begin, of both texts. */
  folded: string
  foldedAt: Uint32Array
  namesAt: Uint32Array
  /** Seconds for every guest, 0 outside, since they change all night. */
  since: Uint32Array
  /** Of the guest with the n-th hash: its place. */
  hashed: Uint16Array
}

/**
 * Everybody on the lists, in columns: half a million take some fifty megabytes, a code is found
 * in microseconds and a name in milliseconds. Who has changed since stands beside them.
 */
export class Roster {
  lists = new Map<number, RosterList>()
  private pieces: Piece[] = []
  /** Open addressing: a row and one more, at the first free place from the hash on. */
  private table = new Uint32Array(1 << 10)
  private hashes = 0
  private changed = new Map<number, RosterGuest>()
  private changedByHash = new Map<string, number>()
  private dead = 0

  get size() {
    return (
      this.pieces.reduce((sum, { page }) => sum + page.head.count, 0) -
      this.dead +
      this.changed.size
    )
  }

  add(page: RosterPage) {
    for (const list of page.head.lists) this.lists.set(list.id, list)
    const { count } = page.head
    const text = folded(page.names).replaceAll('\u001f', ' ')
    const piece: Piece = {
      page,
      folded: text,
      foldedAt: linesOf(text, count),
      namesAt: linesOf(page.names, count),
      since: new Uint32Array(count),
      hashed: new Uint16Array(page.hashes.length / HASH_BYTES),
    }
    const { flags } = page
    for (let i = 0, inside = 0, bought = 0; i < count; i++) {
      const flag = flags[i] as number
      if (flag & FLAGS.inside) piece.since[i] = page.since[inside++] as number
      if (flag & FLAGS.bought) piece.hashed[bought++] = i
    }
    const base = this.pieces.push(piece) - 1
    this.grow(this.hashes + piece.hashed.length)
    for (let n = 0; n < piece.hashed.length; n++) this.enter((base << PLACES) | n)
  }

  byId(id: number): GateGuest | null {
    const changed = this.changed.get(id)
    if (changed) return this.view(changed)
    const row = this.rowOf(id)
    return row === null ? null : this.read(row)
  }

  /** By the first bytes of the hash of its ticket's code. */
  byHash(hash: Uint8Array): GateGuest | null {
    const changed = this.changedByHash.get(base64(hash))
    if (changed !== undefined) return this.byId(changed)
    const mask = this.table.length - 1
    for (let at = startOf(hash, 0) & mask; this.table[at]; at = (at + 1) & mask) {
      const [piece, n] = this.placeOf((this.table[at] as number) - 1)
      const place = piece.hashed[n] as number
      if (!isSame(piece.page.hashes, n * HASH_BYTES, hash)) continue
      if ((piece.page.flags[place] as number) & DEAD) continue
      return this.read((this.pieces.indexOf(piece) << PLACES) | place)
    }
    return null
  }

  /** Takes over what has become of these guests. */
  apply(guests: readonly RosterGuest[], gone: readonly number[]) {
    for (const id of gone) this.remove(id)
    for (const guest of guests) {
      const row = this.rowOf(guest.id)
      const now = row === null ? null : this.read(row)
      // Coming and going is written into the columns: a night of it must not fill the memory.
      const isSamePerson =
        now &&
        row !== null &&
        (['name', 'surname', 'list', 'note'] as const).every((key) => now[key] === guest[key]) &&
        now.banReason === guest.ban &&
        now.bought === (guest.hash !== null) &&
        (!guest.hash || this.byHash(unbase64(guest.hash))?.id === guest.id)
      if (isSamePerson)
        this.setSince(guest.id, guest.since === null ? null : Date.parse(guest.since))
      else {
        this.remove(guest.id)
        this.changed.set(guest.id, guest)
        if (guest.hash) this.changedByHash.set(guest.hash, guest.id)
      }
    }
  }

  /** Somebody came or went, in milliseconds; what the server says later counts more. */
  setSince(id: number, since: number | null) {
    const changed = this.changed.get(id)
    const row = changed ? null : this.rowOf(id)
    if (changed) changed.since = since === null ? null : new Date(since).toISOString()
    if (row === null) return
    const [piece, i] = this.placeOf(row)
    piece.since[i] = since === null ? 0 : Math.max(1, Math.floor(since / 1000))
  }

  /**
   * Whose name holds every word, at most so many, by name: first those who are called just so,
   * then those whose names begin so, then the rest.
   */
  search(text: string, list: number | null, limit: number): GateGuest[] {
    const words = folded(text).split(/\s+/).filter(Boolean)
    const found: [Line[], Line[], Line[]] = [[], [], []]
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '')
    const look = (line: string, row: number | null, id: number) => {
      const rank = rankOf(line, words)
      if (rank !== null) found[rank]?.push({ line, row, id })
    }
    if (!longest) return []
    for (const [n, piece] of this.pieces.entries()) this.seek(piece, n, longest, list, look)
    for (const { id, name, surname, ...guest } of this.changed.values())
      if (list === null || guest.list === list) look(folded(`${name} ${surname}`), null, id)
    const best: Line[] = []
    for (const lines of found) {
      if (best.length >= limit) break
      best.push(...lines.sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.id - b.id)))
    }
    return best
      .slice(0, limit)
      .map(({ row, id }) => (row === null ? this.byId(id) : this.read(row)) as GateGuest)
  }

  private seek(
    piece: Piece,
    n: number,
    word: string,
    list: number | null,
    look: (line: string, row: number, id: number) => void,
  ) {
    const { folded: text, foldedAt, page } = piece
    for (let at = text.indexOf(word); at >= 0; ) {
      const i = lineAt(foldedAt, at)
      const end = (foldedAt[i + 1] as number) - 1
      const isOn = list === null || page.head.lists[page.lists[i] as number]?.id === list
      if (isOn && !((page.flags[i] as number) & DEAD))
        look(text.slice(foldedAt[i], end), (n << PLACES) | i, page.ids[i] as number)
      at = text.indexOf(word, end)
    }
  }

  private remove(id: number) {
    const changed = this.changed.get(id)
    if (changed?.hash) this.changedByHash.delete(changed.hash)
    this.changed.delete(id)
    const row = this.rowOf(id)
    if (row === null) return
    const [piece, i] = this.placeOf(row)
    piece.page.flags[i] = (piece.page.flags[i] as number) | DEAD
    this.dead++
  }

  /** The live row of a guest: pages and the guests in them stand in order of their numbers. */
  private rowOf(id: number): number | null {
    const n = this.pieces.findIndex(({ page }) => (page.ids.at(-1) ?? 0) >= id)
    const piece = this.pieces[n]
    if (!piece) return null
    const { ids, flags } = piece.page
    const i = firstNotBelow(ids, id)
    return ids[i] === id && !((flags[i] as number) & DEAD) ? (n << PLACES) | i : null
  }

  private read(row: number): GateGuest {
    const [{ page, namesAt, since }, i] = this.placeOf(row)
    const line = page.names.slice(namesAt[i], (namesAt[i + 1] as number) - 1)
    const [name = '', surname = ''] = line.split('\u001f')
    const id = page.ids[i] as number
    const list = page.head.lists[page.lists[i] as number]?.id ?? 0
    const [note, banReason] = page.texts[id] ?? [null, null]
    const bought = ((page.flags[i] as number) & FLAGS.bought) !== 0
    const inside = since[i] as number
    return {
      ...{
        id,
        name,
        surname,
        list,
        tag: this.lists.get(list)?.name ?? '',
        bought,
        note,
        banReason,
      },
      since: inside === 0 ? null : inside * 1000,
    }
  }

  private view(guest: RosterGuest): GateGuest {
    return { ...viewOf(guest), tag: this.lists.get(guest.list)?.name ?? '' }
  }

  private placeOf(row: number): [Piece, number] {
    return [this.pieces[row >> PLACES] as Piece, row & ((1 << PLACES) - 1)]
  }

  private enter(entry: number) {
    const [piece, n] = this.placeOf(entry)
    const mask = this.table.length - 1
    let at = startOf(piece.page.hashes, n * HASH_BYTES) & mask
    while (this.table[at]) at = (at + 1) & mask
    this.table[at] = entry + 1
    this.hashes++
  }

  /** At most half full, so that a look-up takes a step or two. */
  private grow(hashes: number) {
    if (hashes * 2 <= this.table.length) return
    const old = this.table
    let length = old.length
    while (hashes * 2 > length) length *= 2
    this.table = new Uint32Array(length)
    this.hashes = 0
    for (const entry of old) if (entry) this.enter(entry - 1)
  }
}

interface Line {
  line: string
  /** Its row, or null of one that has changed. */
  row: number | null
  id: number
}

const HOLDS = [
  (line: string, word: string) => ` ${line} `.includes(` ${word} `),
  (line: string, word: string) => ` ${line.replaceAll('-', ' ')}`.includes(` ${word}`),
  (line: string, word: string) => line.includes(word),
]

/** How well a line answers to all the words: 0 best, null not at all. */
function rankOf(line: string, words: string[]): number | null {
  const rank = HOLDS.findIndex((holds) => words.every((word) => holds(line, word)))
  return rank < 0 ? null : rank
}

/** Where each line begins, and one place more: behind the end of the last. */
function linesOf(text: string, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (let i = 1, at = 0; i < count; i++) {
    at = text.indexOf('\n', at) + 1
    starts[i] = at
  }
  starts[count] = text.length + 1
  return starts
}

/** The first place whose number is not below this one, in ascending numbers. */
function firstNotBelow(numbers: Uint32Array, wanted: number): number {
  let low = 0
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

const lineAt = (starts: Uint32Array, at: number) => firstNotBelow(starts, at + 1) - 1

/** A hash is as good as random: its first bytes say where to begin. */
const startOf = (bytes: Uint8Array, at: number) =>
  (((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)) >>>
  0

function isSame(bytes: Uint8Array, from: number, hash: Uint8Array) {
  for (let i = 0; i < HASH_BYTES; i++) if (bytes[from + i] !== hash[i]) return false
  return true
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const unbase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
