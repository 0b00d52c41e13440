import type { ForecastInput, Minutes } from '@/lib/night/forecast/tonight'
import { type Outcome, outcomes } from './forecast-model'
import { BUSY, MINUTE, readTonight, sum, type Tonight } from './tonight'

// When the house is full, when most have come, and how long each gate's queue stands: a Bayesian
// grid. Every curve of arrival-curves.ts, with every share of the tickets that may show up, is
// weighed by how well it tells tonight's admissions, and the weighted lot of them goes on to the end.
//
// A gate is a fluid queue: people flow in by the curve, and out no faster than its lanes have lately
// served. Within a busy period (somebody always stood next) admissions say nothing of arrivals but
// that there were at least as many; over the whole of one that has ended, the two are equal. So
// busy bins count together, and a period that still lasts only bounds from below (censoring).
//
// What it cannot know: a show that ends elsewhere, rain, a bus. Admissions of a crowd scatter more
// than Poisson's, and no curve is the true one, so the likelihood is tempered by a dispersion as in
// quasi-Poisson regression: at least DISPERSION, more where even the best curve fits badly.

/** Instants in ms: the middle, and between what four of five nights would end. */
export interface Band {
  low: number
  mid: number
  high: number
}

interface GateForecast {
  id: number
  /** Of whoever joins the queue now; null where too little is known. */
  wait: Minutes | null
  level: 'free' | 'short' | 'long'
  /** When nobody waits any more. */
  servedAt: Band | null
  /** One more lane would end the queue much earlier. */
  openLane: boolean
}

export interface Forecast {
  /** Null where it is as likely that it never is, or too little is known. */
  fullAt: Band | null
  /** Chance that the house is full tonight at all; null where too little is known. */
  fullChance: number | null
  /** When 95 % of those who come have come: `now` when they have. */
  arrivedAt: Band | null
  stillToCome: number
  gates: GateForecast[]
}

/** Too little: fewer admissions than these (or a thirtieth of the tickets), or fewer minutes. */
const FEWEST = 60
const SOONEST = 15
/** A band of more minutes than these helps nobody. */
const WIDEST = 5 * 60
/** From here on a wait is long, in minutes; and a lane pays that ends the queue so much earlier. */
const LONG_WAIT = 10
const PAYS = 10

/** A value and how likely it is. */
type Weighted = [value: number, weight: number]

/** Pure, and quick enough for every reading of the board: a few ms. */
export function forecast(input: ForecastInput): Forecast {
  const { now, capacity, inside, expected } = input
  const tonight = readTonight(input)
  const isFull = capacity !== null && inside >= capacity
  const fullNow = isFull ? { low: now, mid: now, high: now } : null
  if (isTooEarly(tonight, input))
    return {
      fullAt: fullNow,
      fullChance: isFull ? 1 : null,
      arrivedAt: null,
      stillToCome: expected,
      gates: input.gates.map(({ id, busy }) =>
        busy < BUSY ? free(id) : { ...free(id), wait: null, level: 'short' },
      ),
    }
  const ways = outcomes(tonight, input)
  const of = (value: (way: Outcome) => number | null) =>
    ways.flatMap((way): Weighted[] => {
      const one = value(way)
      return one === null ? [] : [[one, way.weight]]
    })
  const full = of((way) => way.full)
  const chance = sum(full.map(([, weight]) => weight))
  return {
    fullAt: fullNow ?? (chance >= 0.5 ? bandOf(full, now) : null),
    fullChance: capacity === null ? null : chance,
    arrivedAt: bandOf(
      of(({ arrived }) => arrived),
      now,
    ),
    stillToCome: Math.round(middle(of(({ left }) => left))),
    gates: input.gates.map(({ id, busy, lanes }, g): GateForecast => {
      if (busy < BUSY) return free(id)
      const rate = tonight.gates[g]?.rate ?? 1
      const served = of(({ gates }) => gates[g]?.served ?? 0)
      const wait = middle(of(({ gates }) => (gates[g]?.queue ?? 0) / rate))
      const gain = middle(served) - middle(of(({ gates }) => gates[g]?.servedByMore ?? 0))
      return {
        id,
        wait: Math.round(wait),
        level: wait > LONG_WAIT ? 'long' : 'short',
        servedAt: wait >= 1 ? bandOf(served, now) : null,
        openLane: lanes > 0 && wait > LONG_WAIT && gain >= PAYS,
      }
    }),
  }
}

const free = (id: number): GateForecast => ({
  id,
  wait: 0,
  level: 'free',
  servedAt: null,
  openLane: false,
})

function isTooEarly({ gates, minute }: Tonight, { sold }: ForecastInput): boolean {
  const seen = sum(gates.flatMap(({ first }) => first))
  const began = Math.min(
    ...gates.flatMap(({ first }) => {
      const i = first.findIndex((n) => n > 0)
      return i < 0 ? [] : [i]
    }),
  )
  const enough = Math.min(FEWEST, Math.max(15, sold / 30))
  return seen < enough || minute - began < SOONEST
}

/** Smallest value at which `part` of the weight is reached. */
function quantile(values: Weighted[], part: number): number | undefined {
  const sorted = [...values].sort(([a], [b]) => a - b)
  let left = part * sum(sorted.map(([, weight]) => weight))
  for (const [value, weight] of sorted) {
    left -= weight
    if (left <= 0) return value
  }
  return sorted.at(-1)?.[0]
}

const middle = (values: Weighted[]) => quantile(values, 0.5) ?? 0

/** Of minutes from now; null where they are too far apart. */
function bandOf(values: Weighted[], now: number): Band | null {
  const [low, mid, high] = [0.1, 0.5, 0.9].map((part) => quantile(values, part))
  if (low === undefined || mid === undefined || high === undefined || high - low > WIDEST)
    return null
  const at = (minutes: number) => now + minutes * MINUTE
  return { low: at(low), mid: at(mid), high: at(high) }
}
