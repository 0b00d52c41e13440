import type { z } from 'zod'
import type { GateGuest } from '@/components/gate/state/guest'
import { PHONE_TEXTS } from '@/db/catalogue/guests'
import type { changesResponse, RosterPage } from '@/lib/gate/schema'
import { toBase64 } from '@/lib/gate/ticket-hash'
import { foldText } from '@/lib/text/fold'
import { keysOf } from '@/lib/text/keys'

/** A guest as the server tells of it after the roster. */
export type RosterGuest = z.output<typeof changesResponse>['guests'][number]

const instantOf = (since: string | null) => (since === null ? null : Date.parse(since))

const textsOf = (guest: RosterGuest) =>
  Object.fromEntries(
    keysOf(PHONE_TEXTS).map((field) => [PHONE_TEXTS[field], guest[field]]),
  ) as Pick<GateGuest, (typeof PHONE_TEXTS)[keyof typeof PHONE_TEXTS]>

/** Returns the view of a guest without the name of its list. */
export const viewOf = (guest: RosterGuest): GateGuest => ({
  ...textsOf(guest),
  id: guest.id,
  list: guest.list,
  tag: '',
  bought: guest.hash !== null,
  since: instantOf(guest.since),
})

/** A guest with the line of the name that the search compares. */
type Kept = RosterGuest & { line: string }

/**
 * Everybody on the lists, for 100,000 guests: 30 MB, a code found in microseconds and a name in some
 * ten milliseconds.
 */
export class Roster {
  lists = new Map<number, RosterPage['lists'][number]>()
  private guests = new Map<number, Kept>()
  /** The guest's number by the hash of the ticket's code. */
  private tickets = new Map<string, number>()

  get size() {
    return this.guests.size
  }

  add({ lists, guests }: RosterPage) {
    for (const list of lists) this.lists.set(list.id, list)
    this.apply(guests, [])
  }

  byId(id: number): GateGuest | null {
    const guest = this.guests.get(id)
    if (!guest) return null
    const { line: _, ...told } = guest
    return { ...viewOf(told), tag: this.lists.get(told.list)?.name ?? '' }
  }

  /** By the first bytes of the hash of its ticket's code. */
  byHash(hash: Uint8Array): GateGuest | null {
    const id = this.tickets.get(toBase64(hash))
    return id === undefined ? null : this.byId(id)
  }

  /** Takes over what has become of these guests. */
  apply(guests: readonly RosterGuest[], gone: readonly number[]) {
    for (const id of gone) this.remove(id)
    for (const guest of guests) {
      this.remove(guest.id)
      this.guests.set(guest.id, { ...guest, line: foldText(`${guest.name} ${guest.surname}`) })
      if (guest.hash) this.tickets.set(guest.hash, guest.id)
    }
  }

  /** Somebody came or went, in milliseconds; what the server says later counts more. */
  setSince(id: number, since: number | null) {
    const guest = this.guests.get(id)
    if (guest) guest.since = since === null ? null : new Date(since).toISOString()
  }

  /**
   * Returns guests whose names contain every word, at most `limit`. First those with exactly the words,
   * then those whose names begin with them, then the rest, each by name.
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
    for (const guest of this.guests.values())
      if (guest.line.includes(longest) && (list === null || guest.list === list))
        look(guest.line, guest.id)
    // Half a list may answer to three letters, which is too much to hand over as arguments.
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

/** How well a line answers to a word, the best first. */
const HOLDS = [
  (line: string, word: string) => ` ${line} `.includes(` ${word} `),
  (line: string, word: string) => ` ${line.replaceAll('-', ' ')}`.includes(` ${word}`),
  (line: string, word: string) => line.includes(word),
]
