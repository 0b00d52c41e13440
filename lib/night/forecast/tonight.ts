export const MINUTE_MS = 60_000
/** Minutes in one bin. */
export const BIN_MINUTES = 5
/**
 * Share of busy time from which a gate counts as having a queue. Busy means that the next guest is
 * scanned immediately.
 */
export const MIN_BUSY_SHARE = 0.8
/** Guests that a lane admits per minute, if it was never busy so far. */
const DEFAULT_LANE_RATE = 7

/**
 * Maximum time between opening and first passage. An earlier opening time belongs to another night.
 */
const MAX_OPENING_LEAD_MS = 12 * 60 * MINUTE_MS

export function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const number of numbers) all += number
  return all
}

/**
 * First admissions by gate and minute after opening. Guests who come back are not counted again.
 */
export interface Tonight {
  /** Whole minutes since the opening. */
  minute: number
  gates: {
    first: number[]
    busy: number[]
    lanes: number
    /** Share of all arrivals. */
    share: number
    /** First admissions per minute that the gate can handle. */
    rate: number
    /** Minute in which the current queue started; null without a queue. */
    queueFrom: number | null
  }[]
}

/** Converts counts of the night board to the input of the model. */
export function readTonight({ now, from, opensAt, sold, expected, gates }: ForecastInput): Tonight {
  // Without an opening time, the first passage counts as the opening. Before the opening no minute
  // counts.
  const doors =
    opensAt === null || from - opensAt > MAX_OPENING_LEAD_MS ? from : Math.min(from, opensAt)
  const lead = Math.round((from - doors) / MINUTE_MS)
  const minute = Math.floor((now - doors) / MINUTE_MS)
  const again = Math.max(
    0,
    sum(gates.flatMap((g) => g.perMinute.map((m) => m.in))) - (sold - expected),
  )
  const outs = Array.from({ length: minute }, (_, m) =>
    sum(gates.map(({ perMinute }) => perMinute[m - lead]?.out ?? 0)),
  )
  // Guests who come back have left before, so returns are distributed by the number of guests
  // outside.
  let gone = 0
  const outside = outs.map((out) => {
    gone += out
    return gone
  })
  const ins = outs.map((_, m) => sum(gates.map(({ perMinute }) => perMinute[m - lead]?.in ?? 0)))
  const chances = gone > 0 ? outside.map((n, m) => (ins[m] === 0 ? 0 : n)) : ins
  const all = sum(chances)
  const firstPart = ins.map((n, m) =>
    n === 0 || all === 0 ? 1 : Math.max(0, 1 - (again * (chances[m] ?? 0)) / all / n),
  )
  const read = gates.map(({ perMinute, busy, lanes }) => {
    const first = firstPart.map((part, m) => (perMinute[m - lead]?.in ?? 0) * part)
    const busyAt = first.map((_, m) => perMinute[m - lead]?.busy ?? (m >= minute - 10 ? busy : 0))
    const isBusy = (end: number) =>
      sum(busyAt.slice(Math.max(0, end - BIN_MINUTES), end)) / Math.min(BIN_MINUTES, end) >=
      MIN_BUSY_SHARE
    let queueFrom: number | null = null
    for (
      let end = minute;
      busy >= MIN_BUSY_SHARE && end > 0 && (end === minute || isBusy(end));
      end -= BIN_MINUTES
    )
      queueFrom = Math.max(0, end - BIN_MINUTES)
    const lately = sum(first.slice(-10)) / 10
    let most = 0
    for (let m = 10; m <= minute; m++) most = Math.max(most, sum(first.slice(m - 10, m)) / 10)
    const rate = busy >= MIN_BUSY_SHARE ? lately : Math.max(most, lanes * DEFAULT_LANE_RATE)
    return { first, busy: busyAt, lanes, queueFrom, rate: Math.max(rate, 0.5) }
  })
  return { minute, gates: withShares(read, minute) }
}

/**
 * Computes the share of each gate from times without queues. With less than 100 such arrivals, uses
 * the whole night.
 */
function withShares<G extends { first: number[]; busy: number[] }>(gates: G[], minute: number) {
  const isFree = Array.from({ length: minute }, (_, m) =>
    gates.every(({ busy }) => (busy[m] ?? 0) < MIN_BUSY_SHARE),
  )
  const free = gates.map(({ first }) => sum(first.filter((_, m) => isFree[m])))
  const counts = sum(free) >= 100 ? free : gates.map(({ first }) => sum(first))
  const all = sum(counts) + gates.length
  return gates.map((gate, g) => ({ ...gate, share: ((counts[g] ?? 0) + 1) / all }))
}

export type Minutes = number

interface GateTonight {
  id: number
  /** Minutes of tonight, oldest first, starting at `from`. `busy` as below, for this minute. */
  perMinute: { in: number; out: number; refused: number; busy?: number }[]
  /** Devices used in the last 10 minutes. */
  lanes: number
  /** Share from 0 to 1 of the last 10 minutes in which the next guest was waiting at its lanes. */
  busy: number
}

export interface ForecastInput {
  /** Milliseconds since 1970. `from` is the start of the first minute. */
  now: number
  from: number
  opensAt: number | null
  inside: number
  /** Sold tickets, and those that have not arrived yet. */
  sold: number
  expected: number
  capacity: number | null
  gates: GateTonight[]
  /** Arrivals of earlier nights. */
  past: Curve[]
}

/** Cumulative share of arrivals by minute after the opening. */
export type Curve = number[]
