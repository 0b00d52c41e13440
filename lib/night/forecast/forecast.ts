import type { ForecastInput, Minutes } from '@/lib/night/forecast/tonight'
import { type Outcome, outcomes } from './forecast-model'
import { MIN_BUSY_SHARE, MINUTE_MS, readTonight, sum, type Tonight } from './tonight'

// Forecasts when the venue is full, when most guests have arrived, and how long the queue of each
// gate is. A Bayesian grid weighs every curve of arrival-curves.ts, combined with every share of
// tickets that may arrive, by tonight's admissions. Then it simulates the rest of the night for the
// likeliest combinations.
//
// A gate is a queue with a constant rate: guests arrive by the curve, and are admitted no faster
// than its lanes did recently. While a gate is busy, admissions only show that at least that number
// of guests has arrived. When a busy period has ended, admissions and arrivals are equal. Therefore
// a busy period is one bin, and a period that still lasts is a lower bound (censoring).
//
// The forecast cannot know about rain, a bus, or a show that ends elsewhere. Admissions of a crowd
// vary more than a Poisson process, and no curve is exact. So the likelihood is divided by a
// dispersion, as in quasi-Poisson regression: at least DISPERSION, and more if even the best curve
// fits badly.

/** Median and 80 % range, in milliseconds since 1970. */
export interface Band {
  low: number
  mid: number
  high: number
}

interface GateForecast {
  id: number
  /** Minutes of waiting for a guest who joins the queue now; null if too little is known. */
  wait: Minutes | null
  level: 'free' | 'short' | 'long'
  /** Time at which the queue is empty. */
  servedAt: Band | null
  /** Whether one more device would end the queue much earlier. */
  openLane: boolean
}

export interface Forecast {
  /**
   * Time at which the venue will be full. Null if that is less likely than not, or too little is
   * known.
   */
  fullAt: Band | null
  /**
   * Probability that the venue will be full tonight. Null without a capacity, or if too little is
   * known.
   */
  fullChance: number | null
  /**
   * Time at which 95 % of the arriving guests have arrived. Equal to `now` if they have arrived
   * already.
   */
  arrivedAt: Band | null
  stillToCome: number
  gates: GateForecast[]
}

/**
 * Minimum of admissions (or a thirtieth of the tickets, if that is fewer) and of minutes before a
 * forecast is given.
 */
const MIN_ADMISSIONS = 60
const MIN_MINUTES = 15
/** Maximum width of a predicted range, in minutes. A wider range is not shown. */
const MAX_BAND_MINUTES = 5 * 60
/**
 * A wait of more than LONG_WAIT_MINUTES is long. One more lane is suggested if it saves at least
 * MIN_GAIN_MINUTES.
 */
const LONG_WAIT_MINUTES = 10
const MIN_GAIN_MINUTES = 10

type Weighted = [value: number, weight: number]

/** Computes the forecast. A pure function that takes a few milliseconds. */
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
        busy < MIN_BUSY_SHARE ? free(id) : { ...free(id), wait: null, level: 'short' },
      ),
    }
  const results = outcomes(tonight, input)
  const valuesOf = (value: (outcome: Outcome) => number | null) =>
    results.flatMap((outcome): Weighted[] => {
      const result = value(outcome)
      return result === null ? [] : [[result, outcome.weight]]
    })
  const full = valuesOf(({ full }) => full)
  const chance = sum(full.map(([, weight]) => weight))
  return {
    fullAt: fullNow ?? (chance >= 0.5 ? bandOf(full, now) : null),
    fullChance: capacity === null ? null : chance,
    arrivedAt: bandOf(
      valuesOf(({ arrived }) => arrived),
      now,
    ),
    stillToCome: Math.round(median(valuesOf(({ left }) => left))),
    gates: input.gates.map(({ id, busy, lanes }, g): GateForecast => {
      if (busy < MIN_BUSY_SHARE) return free(id)
      const rate = tonight.gates[g]?.rate ?? 1
      const served = valuesOf(({ gates }) => gates[g]?.served ?? 0)
      const wait = median(valuesOf(({ gates }) => (gates[g]?.queue ?? 0) / rate))
      const gain = median(served) - median(valuesOf(({ gates }) => gates[g]?.servedByMore ?? 0))
      return {
        id,
        wait: Math.round(wait),
        level: wait > LONG_WAIT_MINUTES ? 'long' : 'short',
        servedAt: wait >= 1 ? bandOf(served, now) : null,
        openLane: lanes > 0 && wait > LONG_WAIT_MINUTES && gain >= MIN_GAIN_MINUTES,
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
  const admissions = sum(gates.flatMap(({ first }) => first))
  const firstAdmission = Math.min(
    ...gates.flatMap(({ first }) => {
      const i = first.findIndex((n) => n > 0)
      return i < 0 ? [] : [i]
    }),
  )
  const minAdmissions = Math.min(MIN_ADMISSIONS, Math.max(15, sold / 30))
  return admissions < minAdmissions || minute - firstAdmission < MIN_MINUTES
}

/** Returns the weighted quantile of values; `part` is from 0 to 1. Undefined without values. */
function quantile(values: Weighted[], part: number): number | undefined {
  const sorted = [...values].sort(([a], [b]) => a - b)
  let left = part * sum(sorted.map(([, weight]) => weight))
  for (const [value, weight] of sorted) {
    left -= weight
    if (left <= 0) return value
  }
  return sorted.at(-1)?.[0]
}

const median = (values: Weighted[]) => quantile(values, 0.5) ?? 0

/**
 * Converts weighted times in minutes from now to a band. Null if the band is too wide or there are
 * no times.
 */
function bandOf(values: Weighted[], now: number): Band | null {
  const [low, mid, high] = [0.1, 0.5, 0.9].map((part) => quantile(values, part))
  if (low === undefined || mid === undefined || high === undefined || high - low > MAX_BAND_MINUTES)
    return null
  const at = (minutes: number) => now + minutes * MINUTE_MS
  return { low: at(low), mid: at(mid), high: at(high) }
}
