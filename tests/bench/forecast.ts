import { forecast } from '@/lib/night/forecast/forecast'
import type { ForecastInput } from '@/lib/night/forecast/tonight'
import { print } from '@/scripts/lib/command'
import { forecastInputAt, KINDS, simulateNight } from '../../scripts/lib/night-simulation'
import { tryForecast } from '../support/forecast-trial'
import { ms, table, whole } from './table'

const NIGHTS = 200
/** First seed of the simulated nights. The tests and the choice of the priors used other seeds. */
const FIRST_SEED = 10_001
const RUNS = 200

const MINUTE_MS = 60_000
const TURNOUT = 0.85

/**
 * The simplest forecast: the net rate of the last quarter of an hour stays as it is, if enough
 * people are still to come. The model must beat it (docs/decisions/forecast-model.md).
 */
function rateForecast({ now, gates, inside, capacity, sold, expected }: ForecastInput) {
  const minutes = gates.flatMap(({ perMinute }) => perMinute.slice(-15))
  const perMinute = minutes.reduce((all, minute) => all + minute.in - minute.out, 0) / 15
  const freePlaces = (capacity ?? Number.POSITIVE_INFINITY) - inside
  const stillToCome = sold * TURNOUT - (sold - expected)
  if (perMinute <= 0 || stillToCome < freePlaces) return { fullAt: null, gates: [] }
  const at = (part: number) => now + (part * freePlaces * MINUTE_MS) / perMinute
  return { fullAt: { low: at(0.6), mid: at(1), high: at(1.8) }, gates: [] }
}

/**
 * Measures the error of the forecast in the middle between opening and full venue, and the run time
 * of one forecast.
 */
export async function benchForecast() {
  const pair = ([median, p90]: [number, number]) => `${ms(median)} / ${ms(p90)}`
  const rows = KINDS.map((kind) => {
    const { nights, silent, error, coverage, width, wait, waitError } = tryForecast(
      ...([kind, NIGHTS, FIRST_SEED] as const),
    )
    return [
      kind,
      whole(nights),
      whole(silent),
      pair(error),
      `${whole(100 * coverage)} %`,
      whole(width),
      ms(wait),
      pair(waitError),
    ]
  })
  print(
    `\nforecast halfway between opening and full venue, minutes (median / p90)\n${table([
      ['arrivals', 'nights', 'no forecast', 'error of the time', 'in the range', 'range'].concat([
        'true wait',
        'error of the wait',
      ]),
      ...rows,
    ])}`,
  )
  const baseline = KINDS.map((kind) => {
    const { nights, silent, error, coverage, width } = tryForecast(
      kind,
      NIGHTS,
      FIRST_SEED,
      rateForecast,
    )
    return [
      kind,
      whole(nights),
      whole(silent),
      pair(error),
      `${whole(100 * coverage)} %`,
      whole(width),
    ]
  })
  print(
    `\nbaseline: the rate of the last 15 minutes, same nights\n${table([
      ['arrivals', 'nights', 'no forecast', 'error of the time', 'in the range', 'range'],
      ...baseline,
    ])}`,
  )
  const lanes = [3, 2, 2]
  const scans = simulateNight({
    kind: 'normal',
    guests: 5000,
    lanes,
    copies: 0.03,
    turnout: 0.8,
    seed: FIRST_SEED,
  })
  const input = forecastInputAt(scans, 90, { lanes, sold: 5000, capacity: 3000 })
  const times = Array.from({ length: RUNS }, () => {
    const from = performance.now()
    forecast(input)
    return performance.now() - from
  }).sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(RUNS * part)] as number
  print(`one forecast takes ${ms(at(0.5))} ms (p90 ${ms(at(0.9))})`)
}
