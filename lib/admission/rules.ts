import type { PassageVerdict } from '@/db/catalogue/verdicts'

// What happens at the door, as pure functions: the phone decides by them while it is alone, and
// the database is held equal to them by a test of any passages in any order.

export type Direction = 'in' | 'out'

/** What of a guest decides; the rest is for whoever stands at the gate to read. */
export interface Ticket {
  bought: boolean
  banned: boolean
}

/** The refusal in spite of which somebody is let in. */
export const OVERRIDES = ['no_ticket', 'banned', 'full'] as const
export type Override = (typeof OVERRIDES)[number]

/** Whether only an admin may say that it is not to hold. */
export const needsAdminOverride = (override: Override | undefined) =>
  override === 'banned' || override === 'full'

/** One thing that happened to one ticket at one gate. */
export interface Passage {
  /** A UUID of version 7 in lower case, made where it happened. */
  id: string
  guestId: number | null
  verdict: PassageVerdict
  /** Milliseconds, by the device's clock set right. */
  at: number
  /** The passage that this one takes back. */
  takesBack: string | null
}

/** A guest's presence as the passages tell it; `since` in milliseconds, null outside. */
export interface Presence<P> {
  since: number | null
  /** Let in twice with no exit between. */
  doubles: [first: P, second: P][]
}

/**
 * What becomes of whoever shows a ticket. A ban goes ahead of all else, and who is inside has
 * shown a ticket before; the override lifts the one refusal that it names. That it is full comes
 * last, so whoever is let in nevertheless is let in whether or not there is a ticket.
 */
export function decide(
  ticket: Ticket | null,
  since: number | null,
  direction: Direction,
  override: Override | null = null,
  isFull = false,
): PassageVerdict {
  if (!ticket) return 'unknown'
  if (direction === 'out') return since === null ? 'outside' : 'left'
  if (ticket.banned && override !== 'banned') return 'banned'
  if (since !== null) return 'inside'
  if (!ticket.bought && override !== 'no_ticket' && override !== 'full') return 'no_ticket'
  if (isFull && override !== 'full') return 'full'
  return 'admitted'
}

export const changesPresence = (verdict: PassageVerdict) =>
  verdict === 'admitted' || verdict === 'left'

/**
 * Presence of one guest out of a set of passages: their order, doubling and lateness cannot
 * matter. What is taken back never happened, and a taking back cannot be taken back.
 */
export function presenceOf<P extends Passage>(passages: Iterable<P>): Presence<P> {
  const all = new Map<string, P>()
  for (const passage of passages) all.set(passage.id, passage)
  const takenBack = new Set([...all.values()].map((passage) => passage.takesBack))
  const moves = [...all.values()]
    .filter(({ id, verdict }) => changesPresence(verdict) && !takenBack.has(id))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  let since: number | null = null
  let last: P | null = null
  const doubles: Presence<P>['doubles'] = []
  for (const move of moves) {
    const isIn = move.verdict === 'admitted'
    if (isIn && last) doubles.push([last, move])
    since = isIn ? (since ?? move.at) : null
    last = isIn ? move : null
  }
  return { since, doubles }
}

/** A name for a passage: a UUID of version 7 (RFC 9562), whose first half is the time. */
export function newPassageId(at = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = at.toString(16).padStart(12, '0')
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
  const random = Array.from(bytes.subarray(6), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${time.slice(0, 8)}-${time.slice(8)}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}

/** What two holders of passages compare: how many there are, and the XOR of their ids. */
export interface PassageChecksum {
  count: number
  /** 32 hexadecimal digits. */
  xor: string
}

export function checksumOf(ids: Iterable<string>): PassageChecksum {
  const words = new Uint32Array(4)
  let count = 0
  for (const id of ids) {
    const hex = id.replaceAll('-', '')
    for (let i = 0; i < 4; i++)
      words[i] = (words[i] as number) ^ Number.parseInt(hex.slice(8 * i, 8 * i + 8), 16)
    count++
  }
  return { count, xor: Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('') }
}
