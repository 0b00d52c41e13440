import type { z } from 'zod'
import type { RosterHead, RosterPage } from '@/lib/gate/pack'
import type { changesAnswer } from '@/lib/gate/schema'
import { foldText } from '@/lib/text/fold'
import { HashTable } from './hash-table'
import { Piece, startOf } from './piece'

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

/** A guest as the server tells of it after the roster. */
export type RosterGuest = z.output<typeof changesAnswer>['guests'][number]

const instantOf = (since: string | null) => (since === null ? null : Date.parse(since))

/** Of a guest whose list is not known by name. */
export const viewOf = ({ hash, ban, since, ...guest }: RosterGuest): GateGuest => ({
  ...{ ...guest, tag: '', bought: hash !== null, since: instantOf(since), banReason: ban },
})

/** A page holds at most 25,000 guests, so that 15 bits say which of it. */
const PLACES = 15

/**
 * Everybody on the lists, in columns: half a million take some fifty megabytes, a code is found
 * in microseconds and a name in milliseconds. Who has changed since stands beside them.
 */
export class Roster {
  lists = new Map<number, RosterHead['lists'][number]>()
  private pieces: Piece[] = []
  /** Of each hash: its piece, and which of the piece's hashes it is. */
  private hashes = new HashTable((entry) => {
    const [piece, n] = this.pieceOf(entry)
    return piece.startOf(n)
  })
  private changed = new Map<number, RosterGuest>()
  private changedByHash = new Map<string, number>()
  /** Guests in the columns who are not out of date. */
  private live = 0

  get size() {
    return this.live + this.changed.size
  }

  add(page: RosterPage) {
    for (const list of page.head.lists) this.lists.set(list.id, list)
    const piece = new Piece(page)
    const base = (this.pieces.push(piece) - 1) << PLACES
    this.live += piece.count
    this.hashes.grow(piece.hashes)
    for (let n = 0; n < piece.hashes; n++) this.hashes.add(base | n)
  }

  byId(id: number): GateGuest | null {
    const changed = this.changed.get(id)
    if (changed) return this.named(viewOf(changed))
    const row = this.rowOf(id)
    return row && this.named(row.piece.read(row.i))
  }

  /** By the first bytes of the hash of its ticket's code. */
  byHash(hash: Uint8Array): GateGuest | null {
    const changed = this.changedByHash.get(base64(hash))
    if (changed !== undefined) return this.byId(changed)
    for (const entry of this.hashes.at(startOf(hash))) {
      const [piece, n] = this.pieceOf(entry)
      const place = piece.placeOfHash(n, hash)
      if (place !== null) return this.named(piece.read(place))
    }
    return null
  }

  /** Takes over what has become of these guests. */
  apply(guests: readonly RosterGuest[], gone: readonly number[]) {
    for (const id of gone) this.remove(id)
    // Coming and going is written into the columns: a night of it must not fill the memory.
    for (const guest of guests)
      if (this.isTheSame(guest)) this.setSince(guest.id, instantOf(guest.since))
      else {
        this.remove(guest.id)
        this.changed.set(guest.id, guest)
        if (guest.hash) this.changedByHash.set(guest.hash, guest.id)
      }
  }

  /** Somebody came or went, in milliseconds; what the server says later counts more. */
  setSince(id: number, since: number | null) {
    const changed = this.changed.get(id)
    if (changed) changed.since = since === null ? null : new Date(since).toISOString()
    const row = changed ? null : this.rowOf(id)
    row?.piece.setSince(row.i, since)
  }

  /**
   * Whose name holds every word, at most so many, by name: first those who are called just so,
   * then those whose names begin so, then the rest.
   */
  search(text: string, list: number | null, limit: number): GateGuest[] {
    const words = foldText(text).split(/\s+/).filter(Boolean)
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '')
    if (!longest) return []
    const found = HOLDS.map((): Line[] => [])
    const look = (line: string, id: number) => {
      const rank = HOLDS.findIndex((holds) => words.every((word) => holds(line, word)))
      found[rank]?.push({ line, id })
    }
    for (const piece of this.pieces) piece.seek(longest, list, look)
    for (const { id, name, surname, ...guest } of this.changed.values())
      if (list === null || guest.list === list) look(foldText(`${name} ${surname}`), id)
    // Half a list may answer to three letters, which is too much to hand over as arguments.
    let best: Line[] = []
    for (const lines of found)
      if (best.length < limit)
        best = best.concat(
          lines.sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.id - b.id)),
        )
    return best.slice(0, limit).map(({ id }) => this.byId(id) as GateGuest)
  }

  /** Whether a guest in the columns is as this one, come or gone aside. */
  private isTheSame(guest: RosterGuest) {
    const row = this.rowOf(guest.id)
    const now = row?.piece.read(row.i)
    return (
      now !== undefined &&
      (['name', 'surname', 'list', 'note'] as const).every((key) => now[key] === guest[key]) &&
      now.banReason === guest.ban &&
      now.bought === (guest.hash !== null) &&
      (!guest.hash || this.byHash(unbase64(guest.hash))?.id === guest.id)
    )
  }

  private remove(id: number) {
    const changed = this.changed.get(id)
    if (changed?.hash) this.changedByHash.delete(changed.hash)
    this.changed.delete(id)
    const row = this.rowOf(id)
    if (!row) return
    row.piece.kill(row.i)
    this.live--
  }

  /** The live row of a guest: pages stand in order of their guests' numbers. */
  private rowOf(id: number): { piece: Piece; i: number } | null {
    const piece = this.pieces.find(({ last }) => last >= id)
    const i = piece?.placeOf(id) ?? null
    return piece && i !== null ? { piece, i } : null
  }

  private named(guest: Omit<GateGuest, 'tag'>): GateGuest {
    return { ...guest, tag: this.lists.get(guest.list)?.name ?? '' }
  }

  private pieceOf(entry: number): [piece: Piece, n: number] {
    return [this.pieces[entry >> PLACES] as Piece, entry & ((1 << PLACES) - 1)]
  }
}

interface Line {
  line: string
  id: number
}

/** How well a line answers to a word, the best first. */
const HOLDS = [
  (line: string, word: string) => ` ${line} `.includes(` ${word} `),
  (line: string, word: string) => ` ${line.replaceAll('-', ' ')}`.includes(` ${word}`),
  (line: string, word: string) => line.includes(word),
]

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const unbase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
