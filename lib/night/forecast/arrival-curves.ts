import type { Curve } from '@/lib/night/forecast/tonight'
import { BIN_MINUTES, sum } from './tonight'

// Arrival curves of the forecast. They are fixed, not fitted. There are enough of them that one
// fits any night, and the forecast weighs them.

interface Part {
  table: Float64Array
  /** Shift of the table in minutes. */
  shift: number
  weight: number
}

/** Curve as a weighted sum of shifted tables, which needs less memory than a table per curve. */
export interface Shape {
  parts: Part[]
  /** Prior probability of the curve. */
  prior: number
}

/** Number of minutes that a table covers before and after its zero. */
const TABLE_START_MINUTES = 600
const TABLE_END_MINUTES = 900

function tableOf(share: (minute: number) => number): Float64Array {
  const table = new Float64Array(TABLE_START_MINUTES + TABLE_END_MINUTES + 1)
  for (let i = 0; i < table.length; i++) table[i] = share(i - TABLE_START_MINUTES)
  return table
}

/**
 * Cumulative share of arrivals at a whole minute after the opening. Guests who came earlier are in
 * the queue, so they count from minute 0.
 */
export function shareAt({ parts }: Shape, minute: number): number {
  if (minute < 0) return 0
  let share = 0
  for (const { table, shift, weight } of parts) {
    const i = Math.min(Math.max(minute - shift + TABLE_START_MINUTES, 0), table.length - 1)
    share += weight * (table[i] as number)
  }
  return share
}

const logistic = (scale: number) => tableOf((minute) => 1 / (1 + Math.exp(-minute / scale)))

/** Gamma distribution, summed numerically per minute, since it has no closed form. */
function gamma(shape: number, scale: number): Float64Array {
  const density = (t: number) => t ** (shape - 1) * Math.exp(-t / scale)
  const sums = tableOf(() => 0)
  for (let i = TABLE_START_MINUTES + 1; i < sums.length; i++)
    sums[i] = (sums[i - 1] as number) + density(i - TABLE_START_MINUTES - 0.5)
  const all = sums.at(-1) as number
  return sums.map((sum) => sum / all)
}

/** Curve of an earlier night, stretched in time by a factor. */
const pastCurve = (curve: Curve, stretch: number) =>
  tableOf((minute) => {
    if (minute < 0) return 0
    return curve[Math.min(Math.round(minute / stretch), curve.length - 1)] ?? 1
  })

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)

/** Prior distribution of the minute after the opening at which half of the guests have arrived. */
const MEDIAN_PRIOR = { mean: 90, deviation: 50 }

function middleOf(parts: Part[]): number {
  const shape = { parts, prior: 0 }
  let minute = 0
  while (minute < TABLE_END_MINUTES && shareAt(shape, minute) < 0.5) minute += BIN_MINUTES
  return minute
}

const medianPrior = (parts: Part[]) =>
  Math.exp(-0.5 * ((middleOf(parts) - MEDIAN_PRIOR.mean) / MEDIAN_PRIOR.deviation) ** 2)

/**
 * Builds the curves of one kind. The prior probability of the kind, `chance`, is distributed over
 * its curves in proportion to `likely`.
 */
function shapesOfKind(
  chance: number,
  shapes: Part[][],
  likely: (parts: Part[]) => number = () => 1,
) {
  const chances = shapes.map(likely)
  const all = sum(chances)
  return shapes.map(
    (parts, i): Shape => ({ parts, prior: (chance * (chances[i] as number)) / all }),
  )
}

const singlePart = (table: Float64Array, shift: number): Part[] => [{ table, shift, weight: 1 }]

/** Curves with one wave of arrivals, as on most nights. */
const waves = () =>
  [14, 18, 22, 27, 33, 42, 55].flatMap((scale) => {
    const table = logistic(scale)
    return range(0, 300, 10).map((middle) => singlePart(table, middle))
  })

/** Curves with a crowd at the opening and fewer guests later. */
const rushes = () =>
  [1.2, 1.7, 2.5, 4].flatMap((shape) =>
    [8, 12, 17, 24, 33, 46, 64].flatMap((scale) => {
      const table = gamma(shape, scale)
      return range(-45, 45, 15).map((shift) => singlePart(table, shift))
    }),
  )

/** Curves with two waves of arrivals, for example before and after another event. */
const pairs = () =>
  [14, 24].flatMap((scale) => {
    const table = logistic(scale)
    return range(10, 150, 20).flatMap((middle) =>
      [70, 110, 150].flatMap((gap) =>
        [0.35, 0.5, 0.65].map((weight) => [
          { table, shift: middle, weight },
          { table, shift: middle + gap, weight: 1 - weight },
        ]),
      ),
    )
  })

let generalShapes: Shape[] | undefined

/** Prior probability that tonight is like an earlier night, if data of an earlier night exist. */
const PAST_NIGHT_PRIOR = 0.5

/**
 * Returns all curves, including those of earlier nights. The general curves are built only once,
 * since a table takes tens of kilobytes.
 */
export function shapesOf(nights: Curve[]): Shape[] {
  generalShapes ??= [
    ...shapesOfKind(0.35, waves(), medianPrior),
    ...shapesOfKind(0.35, rushes()),
    ...shapesOfKind(0.3, pairs(), medianPrior),
  ]
  if (nights.length === 0) return generalShapes
  const pastShapes = nights.flatMap((curve) =>
    [0.7, 0.85, 1, 1.2, 1.4].flatMap((stretch) => {
      const table = pastCurve(curve, stretch)
      return range(-60, 60, 10).map((shift) => singlePart(table, shift))
    }),
  )
  const otherShapes = generalShapes.map(({ parts, prior }) => ({
    parts,
    prior: prior * (1 - PAST_NIGHT_PRIOR),
  }))
  return [...shapesOfKind(PAST_NIGHT_PRIOR, pastShapes), ...otherShapes]
}
