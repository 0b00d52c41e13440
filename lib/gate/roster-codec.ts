import type { RosterPage as RosterJson } from './schema'
import { fromBase64, HASH_BYTES, toBase64 } from './ticket-hash'

// The roster in columns, as phones of the release before ask for it and have it on their disks.
// Delete this file, and its use in roster.ts and kept-roster.ts, in the release after this one.

/** A list of guests by the name that a person reads. */
interface RosterList {
  id: number
  name: string
  /** A sponsor's; the other lists are tags. */
  isSponsor: boolean
}

/** A guest as the roster holds one. */
export interface RosterEntry {
  id: number
  name: string
  surname: string
  /** Number of its list. */
  list: number
  /** Seconds since 1970 from which it is inside, null outside. */
  since: number | null
  note: string | null
  /** Why the guest is not to be let in. */
  ban: string | null
  /** First 16 bytes of SHA-256 of the code's own 16; null without a ticket. */
  hash: Uint8Array | null
}

/** What a page of the roster says of itself. */
export interface RosterHead {
  /** Where the changes since then begin; the smallest of all pages is that of the whole. */
  cursor: string
  /** Guests of this page, and the number of its last one to ask for the next by. */
  count: number
  last: number
  /** Live guests in all, when the page was made. */
  total: number
  /** Every list; the column of a page holds places in it. */
  lists: RosterList[]
}

/** A page taken apart: views onto its bytes, of which the two last columns have gaps. */
export interface RosterPage {
  head: RosterHead
  ids: Uint32Array
  /** Places in `head.lists`. */
  lists: Uint16Array
  /** Of FLAGS. */
  flags: Uint8Array
  /** A line for each: name, U+001F, surname. */
  names: string
  /** Seconds, only of those inside, in their order. */
  since: Uint32Array
  /** Sixteen bytes each, only of those with a ticket, in their order. */
  hashes: Uint8Array
  /** Note and reason of a ban, of the few who have one. */
  texts: Record<string, [note: string | null, ban: string | null]>
}

export const FLAGS = { bought: 1, banned: 2, inside: 4, note: 8 } as const
const BETWEEN = '\u001f'

/** Sizes that the head does not tell: lengths of the columns with gaps, and bytes of texts. */
interface Sizes {
  inside: number
  bought: number
  names: number
  texts: number
}

/** So that a column of numbers may lie behind it. */
const padded = (bytes: number) => Math.ceil(bytes / 4) * 4

const plain = (text: string) => text.replace(/\p{Cc}/gu, ' ')

export function encodeRoster(head: RosterHead, guests: RosterEntry[]): Uint8Array<ArrayBuffer> {
  const place = new Map(head.lists.map(({ id }, i) => [id, i]))
  const inside = guests.filter((guest) => guest.since !== null)
  const ticketed = guests.filter((guest) => guest.hash !== null)
  const told = guests.filter(({ note, ban }) => note !== null || ban !== null)
  const encoder = new TextEncoder()
  const names = encoder.encode(
    guests.map(({ name, surname }) => plain(name) + BETWEEN + plain(surname)).join('\n'),
  )
  const texts = encoder.encode(
    JSON.stringify(Object.fromEntries(told.map(({ id, note, ban }) => [id, [note, ban]]))),
  )
  const sizes: Sizes = {
    inside: inside.length,
    bought: ticketed.length,
    names: names.length,
    texts: texts.length,
  }
  const json = encoder.encode(JSON.stringify({ ...head, sizes }))
  const columns: Uint8Array[] = [
    bytesOf(Uint32Array.from(guests, ({ id }) => id)),
    bytesOf(Uint32Array.from(inside, ({ since }) => since as number)),
    bytesOf(Uint16Array.from(guests, ({ list }) => place.get(list) as number)),
    Uint8Array.from(guests, flagsOf),
    ...ticketed.map(({ hash }) => hash as Uint8Array),
    names,
    texts,
  ]
  const start = 4 + padded(json.length)
  const packed = new Uint8Array(columns.reduce((sum, { length }) => sum + length, start))
  new DataView(packed.buffer).setUint32(0, json.length, true)
  packed.set(json, 4)
  let at = start
  for (const column of columns) {
    packed.set(column, at)
    at += column.length
  }
  return packed
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint16Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

function flagsOf({ hash, ban, since, note }: RosterEntry): number {
  return (
    (hash ? FLAGS.bought : 0) |
    (ban === null ? 0 : FLAGS.banned) |
    (since === null ? 0 : FLAGS.inside) |
    (note === null ? 0 : FLAGS.note)
  )
}

export function decodeRoster(buffer: ArrayBuffer): RosterPage {
  const decoder = new TextDecoder()
  const length = new DataView(buffer).getUint32(0, true)
  const { sizes, ...head } = JSON.parse(
    decoder.decode(new Uint8Array(buffer, 4, length)),
  ) as RosterHead & { sizes: Sizes }
  let at = 4 + padded(length)
  const take = (bytes: number) => {
    at += bytes
    return at - bytes
  }
  return {
    head,
    ids: new Uint32Array(buffer, take(4 * head.count), head.count),
    since: new Uint32Array(buffer, take(4 * sizes.inside), sizes.inside),
    lists: new Uint16Array(buffer, take(2 * head.count), head.count),
    flags: new Uint8Array(buffer, take(head.count), head.count),
    hashes: new Uint8Array(buffer, take(HASH_BYTES * sizes.bought), HASH_BYTES * sizes.bought),
    names: decoder.decode(new Uint8Array(buffer, take(sizes.names), sizes.names)),
    texts: JSON.parse(decoder.decode(new Uint8Array(buffer, take(sizes.texts), sizes.texts))),
  }
}

/** The guests of a page one by one, for whoever wants them so. */
export function* guestsOf(page: RosterPage): Generator<RosterEntry> {
  const names = page.names.split('\n')
  let inside = 0
  let bought = 0
  for (const [i, id] of page.ids.entries()) {
    const flags = page.flags[i] as number
    const [name = '', surname = ''] = (names[i] as string).split(BETWEEN)
    const [note, ban] = page.texts[id] ?? [null, null]
    const hash = flags & FLAGS.bought ? HASH_BYTES * bought++ : null
    yield {
      id,
      name,
      surname,
      note,
      ban,
      list: page.head.lists[page.lists[i] as number]?.id as number,
      since: flags & FLAGS.inside ? (page.since[inside++] as number) : null,
      hash: hash === null ? null : page.hashes.slice(hash, hash + HASH_BYTES),
    }
  }
}

export const toColumns = ({ guests, ...head }: RosterJson): Uint8Array<ArrayBuffer> =>
  encodeRoster(
    head,
    guests.map(({ hash, since, ...guest }) => ({
      ...guest,
      since: since === null ? null : Math.floor(Date.parse(since) / 1000),
      hash: hash === null ? null : fromBase64(hash),
    })),
  )

export function fromColumns(bytes: ArrayBuffer): RosterJson {
  const page = decodeRoster(bytes)
  const guests = [...guestsOf(page)].map(({ hash, since, ...guest }) => ({
    ...guest,
    since: since === null ? null : new Date(since * 1000).toISOString(),
    hash: hash === null ? null : toBase64(hash),
  }))
  return { ...page.head, guests }
}
