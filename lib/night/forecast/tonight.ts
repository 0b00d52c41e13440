export const MINUTE_MS = 60_000
/** Length of a bin in minutes. The forecast groups admissions into bins. */
export const BIN_MINUTES = 5
/**
 * A gate has a queue if its devices are busy for at least this share of the time. A device is busy
 * while each next guest is scanned immediately.
 */
export const MIN_BUSY_SHARE = 0.8
/**
 * Assumed number of guests per minute that a lane (one device) can admit, while there is no queue
 * to measure it.
 */
const DEFAULT_LANE_RATE = 7

/**
 * Maximum time in ms between opening and first passage. An earlier opening time belongs to another
 * night.
 */
const MAX_OPENING_LEAD_MS = 12 * 60 * MINUTE_MS

export function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const number of numbers) all += number
  return all
}

/**
 * Input of the forecast model: first admissions by gate and minute after the opening. Guests who
 * come back are not counted again.
 */
export interface Tonight {
  /** Whole minutes since the opening. */
  minute: number
  gates: {
    first: number[]
    busy: number[]
    lanes: number
    /** Share of all arrivals that come to this gate. */
    share: number
    /** First admissions per minute that the gate can handle. */
    rate: number
    /** Minute in which the current queue started; null without a queue. */
    queueFrom: number | null
  }[]
}

/** Converts counts of the night board to the input of the model. */
export function readTonight({ now, from, opensAt, sold, expected, gates }: ForecastInput): Tonight {
  // The opening is the opening time, or the first passage if that was earlier. Without an opening
  // time of tonight, it is the first passage.
  const opening =
    opensAt === null || from - opensAt > MAX_OPENING_LEAD_MS ? from : Math.min(from, opensAt)
  const lead = Math.round((from - opening) / MINUTE_MS)
  const minute = Math.floor((now - opening) / MINUTE_MS)
  const returning = Math.max(
    0,
    sum(gates.flatMap((g) => g.perMinute.map((m) => m.in))) - (sold - expected),
  )
  const outs = Array.from({ length: minute }, (_, m) =>
    sum(gates.map(({ perMinute }) => perMinute[m - lead]?.out ?? 0)),
  )
  // Guests who come back have left before. So returning guests are assigned to minutes in
  // proportion to the number of guests outside.
  let outsideCount = 0
  const outside = outs.map((out) => {
    outsideCount += out
    return outsideCount
  })
  const ins = outs.map((_, m) => sum(gates.map(({ perMinute }) => perMinute[m - lead]?.in ?? 0)))
  const chances = outsideCount > 0 ? outside.map((n, m) => (ins[m] === 0 ? 0 : n)) : ins
  const all = sum(chances)
  const firstPart = ins.map((n, m) =>
    n === 0 || all === 0 ? 1 : Math.max(0, 1 - (returning * (chances[m] ?? 0)) / all / n),
  )
  const measured = gates.map(({ perMinute, busy, lanes }) => {
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
    const recentRate = sum(first.slice(-10)) / 10
    let maxRate = 0
    for (let m = 10; m <= minute; m++) maxRate = Math.max(maxRate, sum(first.slice(m - 10, m)) / 10)
    const rate = busy >= MIN_BUSY_SHARE ? recentRate : Math.max(maxRate, lanes * DEFAULT_LANE_RATE)
    return { first, busy: busyAt, lanes, queueFrom, rate: Math.max(rate, 0.5) }
  })
  return { minute, gates: withShares(measured, minute) }
}

/**
 * Adds to each gate its share of arrivals, computed from minutes without a queue at any gate. With
 * less than 100 arrivals in such minutes, uses the whole night.
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
  /**
   * Counts of each minute of tonight, oldest first, starting at `from`. For `busy` see below; here
   * it is for one minute.
   */
  perMinute: { in: number; out: number; refused: number; busy?: number }[]
  /**
   * Number of devices in use: the larger count of the current and the previous 10-minute window.
   */
  lanes: number
  /**
   * Share from 0 to 1 of the last 10 minutes in which the lanes were busy, so that guests had to
   * wait.
   */
  busy: number
}

export interface ForecastInput {
  /** Current time in milliseconds since 1970. `from` is the start of the first minute. */
  now: number
  from: number
  opensAt: number | null
  inside: number
  /** Number of sold tickets, and number of those whose guests have not arrived yet. */
  sold: number
  expected: number
  capacity: number | null
  gates: GateTonight[]
  /** Arrival curves of earlier nights. */
  past: Curve[]
}

/** Cumulative share of arrivals by minute after the opening. */
export type Curve = number[]
