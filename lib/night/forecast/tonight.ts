export const MINUTE = 60_000
/** Minutes that are looked at together. */
export const BIN = 5
/** From here on a gate has a queue: between two of its scans nobody is waited for. */
export const BUSY = 0.8
/** Guests that a lane serves in a minute, where nobody has seen it busy. */
const LANE = 7

/** Doors that opened longer before the first passage were another night's; in ms. */
const LONGEST = 12 * 60 * MINUTE

export function sum(numbers: Iterable<number>): number {
  let all = 0
  for (const number of numbers) all += number
  return all
}

/** First admissions by gate and minute after doors: who comes back in has arrived before. */
export interface Tonight {
  /** Whole minutes since doors. */
  minute: number
  gates: {
    first: number[]
    busy: number[]
    lanes: number
    /** Part of all arrivals. */
    share: number
    /** First admissions a minute that it manages. */
    rate: number
    /** Minute in which the queue of now began. */
    queueFrom: number | null
  }[]
}

/** The night as the forecast needs it, out of what the board counts. */
export function readTonight({ now, from, opensAt, sold, expected, gates }: ForecastInput): Tonight {
  // Without a time of doors the first passage is their opening; before doors nobody counts time.
  const doors = opensAt === null || from - opensAt > LONGEST ? from : Math.min(from, opensAt)
  const lead = Math.round((from - doors) / MINUTE)
  const minute = Math.floor((now - doors) / MINUTE)
  const again = Math.max(
    0,
    sum(gates.flatMap((g) => g.perMinute.map((m) => m.in))) - (sold - expected),
  )
  const outs = Array.from({ length: minute }, (_, m) =>
    sum(gates.map(({ perMinute }) => perMinute[m - lead]?.out ?? 0)),
  )
  // Who comes back is one of those who went out until then.
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
      sum(busyAt.slice(Math.max(0, end - BIN), end)) / Math.min(BIN, end) >= BUSY
    let queueFrom: number | null = null
    for (let end = minute; busy >= BUSY && end > 0 && (end === minute || isBusy(end)); end -= BIN)
      queueFrom = Math.max(0, end - BIN)
    const lately = sum(first.slice(-10)) / 10
    let most = 0
    for (let m = 10; m <= minute; m++) most = Math.max(most, sum(first.slice(m - 10, m)) / 10)
    const rate = busy >= BUSY ? lately : Math.max(most, lanes * LANE)
    return { first, busy: busyAt, lanes, queueFrom, rate: Math.max(rate, 0.5) }
  })
  return { minute, gates: withShares(read, minute) }
}

/** Each gate's part of the arrivals, by when none had a queue; by all the night if that is little. */
function withShares<G extends { first: number[]; busy: number[] }>(gates: G[], minute: number) {
  const isFree = Array.from({ length: minute }, (_, m) =>
    gates.every(({ busy }) => (busy[m] ?? 0) < BUSY),
  )
  const free = gates.map(({ first }) => sum(first.filter((_, m) => isFree[m])))
  const counts = sum(free) >= 100 ? free : gates.map(({ first }) => sum(first))
  const all = sum(counts) + gates.length
  return gates.map((gate, g) => ({ ...gate, share: ((counts[g] ?? 0) + 1) / all }))
}

export type Minutes = number

interface GateTonight {
  id: number
  /** Minutes of tonight, oldest first, from `from` on; `busy` as below, of this minute. */
  perMinute: { in: number; out: number; refused: number; busy?: number }[]
  /** Devices that scanned in the last ten minutes. */
  lanes: number
  /** 0..1: part of the last ten minutes of its lanes in which somebody stood next. */
  busy: number
}

export interface ForecastInput {
  /** Instants in ms; `from` is where the first minute begins. */
  now: number
  from: number
  opensAt: number | null
  inside: number
  /** Tickets sold, and those of them that have not come yet. */
  sold: number
  expected: number
  capacity: number | null
  gates: GateTonight[]
  /** Earlier nights. */
  past: Curve[]
}

/** Cumulative share of those who come, by the minute after doors. */
export type Curve = number[]
