import { FLAGS, HASH_BYTES, type RosterPage } from '@/lib/gate/pack'
import { foldText } from '@/lib/text/fold'
import type { GateGuest } from './roster'

/** A guest whose row is out of date: it is gone, or stands among the changed. */
const DEAD = 128

/** A page of the roster in columns, whose guests are told by their places in it. */
export class Piece {
  readonly count: number
  /** The highest number of its guests, who stand in order of them. */
  readonly last: number
  /** How many of its guests have a hash. */
  readonly hashes: number
  /** A line for each guest, as the search compares; and where lines begin, of both texts. */
  private readonly folded: string
  private readonly foldedAt: Uint32Array
  private readonly namesAt: Uint32Array
  /** Seconds for every guest, 0 outside, since they change all night. */
  private readonly since: Uint32Array
  /** Of the guest with the n-th hash: its place. */
  private readonly hashed: Uint16Array

  constructor(private readonly page: RosterPage) {
    const { count } = page.head
    this.count = count
    this.last = page.ids.at(-1) ?? 0
    this.hashes = page.hashes.length / HASH_BYTES
    this.folded = foldText(page.names).replaceAll('\u001f', ' ')
    this.foldedAt = linesOf(this.folded, count)
    this.namesAt = linesOf(page.names, count)
    this.since = new Uint32Array(count)
    this.hashed = new Uint16Array(this.hashes)
    for (let i = 0, inside = 0, bought = 0; i < count; i++) {
      if (this.has(i, FLAGS.inside)) this.since[i] = page.since[inside++] as number
      if (this.has(i, FLAGS.bought)) this.hashed[bought++] = i
    }
  }

  /** Where the guest of this number stands; null where it does not, or not any more. */
  placeOf(id: number): number | null {
    const { ids } = this.page
    const i = firstNotBelow(ids, id)
    return ids[i] === id && !this.has(i, DEAD) ? i : null
  }

  /** Where the guest with the n-th hash stands, if it is this one. */
  placeOfHash(n: number, hash: Uint8Array): number | null {
    const { hashes } = this.page
    for (let i = 0; i < HASH_BYTES; i++) if (hashes[n * HASH_BYTES + i] !== hash[i]) return null
    const place = this.hashed[n] as number
    return this.has(place, DEAD) ? null : place
  }

  /** A hash is as good as random: its first bytes say where to look for it. */
  startOf = (n: number) => startOf(this.page.hashes, n * HASH_BYTES)

  read(i: number): Omit<GateGuest, 'tag'> {
    const { page, namesAt } = this
    const line = page.names.slice(namesAt[i], (namesAt[i + 1] as number) - 1)
    const [name = '', surname = ''] = line.split('\u001f')
    const id = page.ids[i] as number
    const [note, banReason] = page.texts[id] ?? [null, null]
    const since = this.since[i] as number
    return {
      ...{ id, name, surname, note, banReason, list: this.listOf(i) ?? 0 },
      bought: this.has(i, FLAGS.bought),
      since: since === 0 ? null : since * 1000,
    }
  }

  /** In milliseconds. */
  setSince(i: number, since: number | null) {
    this.since[i] = since === null ? 0 : Math.max(1, Math.floor(since / 1000))
  }

  kill(i: number) {
    this.page.flags[i] = (this.page.flags[i] as number) | DEAD
  }

  /** Calls with the line of everybody whose name holds this folded word. */
  seek(word: string, list: number | null, look: (line: string, id: number) => void) {
    const { folded: text, foldedAt } = this
    for (let at = text.indexOf(word); at >= 0; ) {
      const i = firstNotBelow(foldedAt, at + 1) - 1
      const end = (foldedAt[i + 1] as number) - 1
      if (!this.has(i, DEAD) && (list === null || this.listOf(i) === list))
        look(text.slice(foldedAt[i], end), this.page.ids[i] as number)
      at = text.indexOf(word, end)
    }
  }

  private listOf(i: number) {
    return this.page.head.lists[this.page.lists[i] as number]?.id
  }

  private has(i: number, flag: number) {
    return ((this.page.flags[i] as number) & flag) !== 0
  }
}

export const startOf = (hash: Uint8Array, at = 0) =>
  (((hash[at] as number) << 24) |
    ((hash[at + 1] as number) << 16) |
    ((hash[at + 2] as number) << 8) |
    (hash[at + 3] as number)) >>>
  0

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
