import { zagrebNoon } from '@/lib/time/zagreb'
import type { Random } from './random'

const DAYS = 21
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Relative sales at the desk, from Sunday to Saturday. */
const WEEKDAYS = [0.05, 0.9, 1.1, 1.15, 1.1, 0.8, 0.12]

/**
 * Peaks of sales in the morning, at lunch and in the evening. `mean` is in hours after noon in
 * Zagreb.
 */
const PEAKS: [{ mean: number; deviation: number }, weight: number][] = [
  [{ mean: -1.3, deviation: 0.6 }, 0.42],
  [{ mean: 1.6, deviation: 0.8 }, 0.33],
  [{ mean: 6.6, deviation: 0.8 }, 0.25],
]

/** Returns noon in Zagreb `back` days before `now`. */
const noonBefore = (now: Date, back: number) =>
  zagrebNoon(new Date(zagrebNoon(now).getTime() - back * DAY))

/**
 * Returns a generator of purchase times in the last three weeks, increasingly frequent, within the
 * opening hours of the desk. A time after `now` is moved a week earlier.
 */
export function salesCurve(now: Date): (random: Random) => Date {
  const days = Array.from({ length: DAYS }, (_, back) => {
    const noon = noonBefore(now, back)
    const rise = 0.35 + 1.65 * (1 - back / (DAYS - 1)) ** 1.6
    return [noon, rise * (WEEKDAYS[noon.getUTCDay()] as number)] as const
  })
  return (random) => {
    const { mean, deviation } = random.weighted(PEAKS)
    const noon = random.weighted(days)
    const at = noon.getTime() + Math.round(random.normal(mean, deviation) * HOUR)
    return new Date(at <= now.getTime() ? at : at - 7 * DAY)
  }
}

/** Returns a generator of admission times on the evening before `now`, with a peak at 21:30 in Zagreb. */
export function arrivalCurve(now: Date): (random: Random) => Date {
  const noon = noonBefore(now, 1).getTime()
  return (random) => {
    const hours = Math.min(11.5, Math.max(8, random.normal(9.5, 0.75)))
    return new Date(noon + Math.round(hours * HOUR))
  }
}
