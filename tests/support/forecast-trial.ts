import { createRandom } from '@/db/seed/random'
import { forecast as modelForecast } from '@/lib/night/forecast/forecast'
import type { ForecastInput } from '@/lib/night/forecast/tonight'
import {
  forecastInputAt,
  type Kind,
  minuteWhenFull,
  type Scan,
  simulateNight,
} from '../../scripts/lib/night-simulation'

const SOLD = 5000
const MINUTE = 60_000

/**
 * Errors of the forecast on simulated nights of one kind, in minutes. Pairs are the median and the
 * 90th percentile.
 */
export interface Trial {
  /** Number of nights on which the venue became full, and of those nights that got no forecast. */
  nights: number
  silent: number
  /** Error of the forecast time, predicted halfway between the opening and the full venue. */
  error: [median: number, p90: number]
  /**
   * Share of nights on which the venue became full within the predicted range, and the width of the
   * range.
   */
  coverage: number
  width: number
  /** Error of the predicted wait at gates with a queue, and the true wait. */
  waitError: [median: number, p90: number]
  wait: number
}

/** The part of a forecast that a trial measures. */
type Method = (input: ForecastInput) => Pick<ReturnType<typeof modelForecast>, 'fullAt' | 'gates'>

/**
 * Runs a forecast method on simulated nights with different lanes, turnout and capacity. The seeds
 * are fixed, so results can be repeated.
 */
export function tryForecast(
  kind: Kind,
  nights: number,
  firstSeed: number,
  forecast: Method = modelForecast,
): Trial {
  const errors: number[] = []
  const widths: number[] = []
  const waits: [error: number, wait: number][] = []
  let [covered, silent] = [0, 0]
  for (let seed = firstSeed; seed < firstSeed + nights; seed++) {
    const random = createRandom(1000 * seed)
    const lanes = [2 + random.int(2), 1 + random.int(3), 1 + random.int(2)]
    const turnout = 0.7 + 0.25 * random.next()
    const capacity = Math.round(SOLD * turnout * (0.6 + 0.25 * random.next()))
    const scans = simulateNight({ kind, guests: SOLD, lanes, copies: 0.03, turnout, seed })
    const trueMinute = minuteWhenFull(scans, capacity)
    if (trueMinute === null) continue
    const now = Math.round(trueMinute / 2)
    const predicted = forecast(forecastInputAt(scans, now, { lanes, sold: SOLD, capacity }))
    for (const { id, wait, level } of predicted.gates)
      if (level !== 'free' && wait !== null) {
        const waited = waitAt(scans, id, now)
        waits.push([Math.abs(wait - waited), waited])
      }
    if (!predicted.fullAt) {
      silent++
      continue
    }
    const [low, mid, high] = [
      predicted.fullAt.low,
      predicted.fullAt.mid,
      predicted.fullAt.high,
    ].map((at) => at / MINUTE) as [number, number, number]
    errors.push(Math.abs(mid - trueMinute))
    widths.push(high - low)
    if (low <= trueMinute && trueMinute <= high) covered++
  }
  return {
    nights: errors.length + silent,
    silent,
    error: [quantile(errors, 0.5), quantile(errors, 0.9)],
    coverage: covered / errors.length,
    width: quantile(widths, 0.5),
    waitError: [0.5, 0.9].map((share) =>
      quantile(
        waits.map(([error]) => error),
        share,
      ),
    ) as [number, number],
    wait: quantile(
      waits.map(([, wait]) => wait),
      0.5,
    ),
  }
}

/**
 * Average wait in minutes of the guests who joined a gate's queue in this minute; 0 if none did.
 */
function waitAt(scans: Scan[], gate: number, minute: number): number {
  const joined = scans.filter(
    (scan) => scan.gate === gate && Math.floor(scan.queuedAt / 60) === minute,
  )
  const waited = joined.map(({ second, queuedAt }) => second - queuedAt)
  return waited.length === 0 ? 0 : waited.reduce((a, b) => a + b) / waited.length / 60
}

const quantile = (numbers: number[], share: number) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN
