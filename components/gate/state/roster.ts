import type { z } from 'zod'
import type { GateGuest } from '@/components/gate/state/guest'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import type { changesResponse, RosterPage } from '@/lib/gate/schema'
import { toBase64 } from '@/lib/gate/ticket-hash'
import { foldText } from '@/lib/text/fold'
import { keysOf } from '@/lib/text/keys'

/** Guest in the format of the server. */
export type RosterGuest = z.output<typeof changesResponse>['guests'][number]

const instantOf = (since: string | null) => (since === null ? null : Date.parse(since))

const textsOf = (guest: RosterGuest) =>
  Object.fromEntries(
    keysOf(PHONE_TEXTS).map((field) => [PHONE_TEXTS[field], guest[field]]),
  ) as Pick<GateGuest, (typeof PHONE_TEXTS)[keyof typeof PHONE_TEXTS]>

/** Converts a guest for the gate's screens, without the name of the guest list. */
export const viewOf = (guest: RosterGuest): GateGuest => ({
  ...textsOf(guest),
  id: guest.id,
  list: guest.list,
  tag: '',
  bought: guest.hash !== null,
  since: instantOf(guest.since),
})

/** Guest with the normalized full name that the search compares. */
type StoredGuest = RosterGuest & { line: string }

/**
 * All guests of the roster, in memory. For 100,000 guests it needs 30 MB, and finds a code in
 * microseconds and a name in about 10 ms.
 */
export class Roster {
  lists = new Map<number, RosterPage['lists'][number]>()
  private guests = new Map<number, StoredGuest>()
  /** Guest id by ticket hash in Base64. */
  private tickets = new Map<string, number>()

  get size() {
    return this.guests.size
  }

  add({ lists, guests }: RosterPage) {
    for (const list of lists) this.lists.set(list.id, list)
    this.apply(guests, [])
  }

  replaceLists(lists: RosterPage['lists']) {
    this.lists = new Map(lists.map((list) => [list.id, list]))
  }

  byId(id: number): GateGuest | null {
    const guest = this.guests.get(id)
    if (!guest) return null
    const { line: _, ...stored } = guest
    return { ...viewOf(stored), tag: this.lists.get(stored.list)?.name ?? '' }
  }

  /**
   * Returns the guest with a ticket hash (see `hashOf` in lib/gate/ticket-hash.ts); null if there
   * is none.
   */
  byHash(hash: Uint8Array): GateGuest | null {
    const id = this.tickets.get(toBase64(hash))
    return id === undefined ? null : this.byId(id)
  }

  /** Adds or replaces guests, and removes the guests whose ids are in `gone`. */
  apply(guests: readonly RosterGuest[], gone: readonly number[]) {
    for (const id of gone) this.remove(id)
    for (const guest of guests) {
      this.remove(guest.id)
      this.guests.set(guest.id, { ...guest, line: foldText(`${guest.name} ${guest.surname}`) })
      if (guest.hash) this.tickets.set(guest.hash, guest.id)
    }
  }

  /**
   * Sets the time since which a guest is inside, in ms; null outside. The next update of the guest
   * replaces it.
   */
  setSince(id: number, since: number | null) {
    const guest = this.guests.get(id)
    if (guest) guest.since = since === null ? null : new Date(since).toISOString()
  }

  /**
   * Returns at most `limit` guests whose names contain every word of the text. Names with these
   * exact words come first, then names with words that start like them, then the rest, each group
   * by name.
   */
  search(text: string, list: number | null, limit: number): GateGuest[] {
    const words = foldText(text).split(/\s+/).filter(Boolean)
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '')
    if (!longest) return []
    const found = WORD_MATCHERS.map((): Line[] => [])
    const addResult = (line: string, id: number) => {
      const rank = WORD_MATCHERS.findIndex((matches) => words.every((word) => matches(line, word)))
      found[rank]?.push({ line, id })
    }
    for (const guest of this.guests.values())
      if (guest.line.includes(longest) && (list === null || guest.list === list))
        addResult(guest.line, guest.id)
    // Uses `concat`, because three letters may match half of a list, which is too much for the
    // arguments of `push`.
    let best: Line[] = []
    for (const lines of found)
      if (best.length < limit)
        best = best.concat(
          lines.sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : a.id - b.id)),
        )
    return best.slice(0, limit).map(({ id }) => this.byId(id) as GateGuest)
  }

  private remove(id: number) {
    const { hash } = this.guests.get(id) ?? {}
    if (hash && this.tickets.get(hash) === id) this.tickets.delete(hash)
    this.guests.delete(id)
  }
}

interface Line {
  line: string
  id: number
}

/**
 * Tests whether a name contains a word, from the best match to the weakest: as a whole word, at the
 * start of a word, anywhere.
 */
const WORD_MATCHERS = [
  (line: string, word: string) => ` ${line} `.includes(` ${word} `),
  (line: string, word: string) => ` ${line.replaceAll('-', ' ')}`.includes(` ${word}`),
  (line: string, word: string) => line.includes(word),
]
