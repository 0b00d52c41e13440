import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { keysOf, recordOf } from '@/lib/text/keys'
import type { RosterPage as RosterJson } from './schema'
import { fromBase64, HASH_BYTES, toBase64 } from './ticket-hash'

// Binary encoding of the roster, for phones that still run the previous release. Delete this file,
// and its use in components/gate/state/roster-storage.ts, in the next release.

/** Guest list with its display name. */
interface RosterList {
  id: number
  name: string
  /** Whether the list is a sponsor list. All other lists are tags. */
  isSponsor: boolean
}

/** Guest of the roster, decoded. */
export interface RosterEntry {
  id: number
  name: string
  surname: string
  /** Id of the guest list. */
  list: number
  /** Time since which the guest is inside, in seconds since 1970; null outside. */
  since: number | null
  note: string | null
  /** Reason of the ban; null without a ban. */
  ban: string | null
  /** Ticket hash (see ticket-hash.ts); null without a ticket. */
  hash: Uint8Array | null
}

/** Header of a roster chunk. */
export interface RosterHead {
  /**
   * Cursor from which to read later changes. For a roster of several chunks, use the oldest cursor,
   * which is the cursor of the first chunk.
   */
  cursor: string
  /**
   * `count` is the number of guests in this chunk. `last` is the last guest id, after which the
   * next chunk starts.
   */
  count: number
  last: number
  /** Number of all active guests when the chunk was read. */
  total: number
  /** All guest lists. The column `lists` of a chunk contains indexes into this array. */
  lists: RosterList[]
}

/**
 * Decoded chunk of the roster. The arrays are views of the received bytes. `since` and `hashes` are
 * sparse: they contain no entry for a guest without a value.
 */
export interface RosterPage {
  head: RosterHead
  ids: Uint32Array
  /** Guest list of each guest, as an index into `head.lists`. */
  lists: Uint16Array
  /** One byte for each guest, with the bits of FLAGS. */
  flags: Uint8Array
  /** One line per guest: name, U+001F, surname. */
  names: string
  /**
   * Time since which a guest is inside, in seconds since 1970. Only for guests inside, in the order
   * of `ids`.
   */
  since: Uint32Array
  /** Ticket hashes of 16 bytes each. Only for guests with a ticket, in the order of `ids`. */
  hashes: Uint8Array
  /** Note and ban reason by guest id, only for guests that have either. */
  texts: Record<string, [note: string | null, ban: string | null]>
}

export const FLAGS = { bought: 1, banned: 2, inside: 4, note: 8 } as const
const NAME_SEPARATOR = '\u001f'

/**
 * Lengths that a decoder needs besides the data: the number of guests inside, the number of guests
 * with a ticket, and the bytes of `names` and `texts`.
 */
interface Sizes {
  inside: number
  bought: number
  names: number
  texts: number
}

/** Rounds a number of bytes up to a multiple of 4, the alignment of the number columns. */
const padded = (bytes: number) => Math.ceil(bytes / 4) * 4

const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, ' ')

export function encodeRoster(head: RosterHead, guests: RosterEntry[]): Uint8Array<ArrayBuffer> {
  const listIndex = new Map(head.lists.map(({ id }, i) => [id, i]))
  const inside = guests.filter((guest) => guest.since !== null)
  const ticketed = guests.filter((guest) => guest.hash !== null)
  const annotated = guests.filter(({ note, ban }) => note !== null || ban !== null)
  const encoder = new TextEncoder()
  const names = encoder.encode(
    guests
      .map(({ name, surname }) => withoutControls(name) + NAME_SEPARATOR + withoutControls(surname))
      .join('\n'),
  )
  const texts = encoder.encode(
    JSON.stringify(Object.fromEntries(annotated.map(({ id, note, ban }) => [id, [note, ban]]))),
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
    bytesOf(Uint16Array.from(guests, ({ list }) => listIndex.get(list) as number)),
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

/** Yields the guests of a chunk one by one. */
export function* guestsOf(page: RosterPage): Generator<RosterEntry> {
  const names = page.names.split('\n')
  let inside = 0
  let bought = 0
  for (const [i, id] of page.ids.entries()) {
    const flags = page.flags[i] as number
    const [name = '', surname = ''] = (names[i] as string).split(NAME_SEPARATOR)
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
    ...recordOf(keysOf(PHONE_TEXTS), () => null),
    ...guest,
    since: since === null ? null : new Date(since * 1000).toISOString(),
    hash: hash === null ? null : toBase64(hash),
  }))
  return { ...page.head, guests }
}
