import type { Curve } from '@/lib/night/forecast/tonight'
import { BIN, sum } from './tonight'

// How a crowd may arrive: the curves among which the forecast weighs. None is fitted; there are
// enough of them that one is near any evening, and the evening says which.

interface Part {
  table: Float64Array
  /** Minutes by which the table is moved. */
  shift: number
  weight: number
}

/** A curve as a sum of tables: that is cheaper than a thousand curves of their own. */
export interface Shape {
  parts: Part[]
  /** Chance before anything has been seen. */
  prior: number
}

/** Minutes before and after its own zero that a table holds. */
const BEFORE = 600
const AFTER = 900

function tableOf(share: (minute: number) => number): Float64Array {
  const table = new Float64Array(BEFORE + AFTER + 1)
  for (let i = 0; i < table.length; i++) table[i] = share(i - BEFORE)
  return table
}

/**
 * Cumulative share at a whole minute after doors. Who was there before is there at the first
 * minute: they stand in the queue.
 */
export function shareAt({ parts }: Shape, minute: number): number {
  if (minute < 0) return 0
  let share = 0
  for (const { table, shift, weight } of parts) {
    const i = Math.min(Math.max(minute - shift + BEFORE, 0), table.length - 1)
    share += weight * (table[i] as number)
  }
  return share
}

const logistic = (scale: number) => tableOf((minute) => 1 / (1 + Math.exp(-minute / scale)))

/** Gamma by summing its density: no closed form, and a minute is fine enough. */
function gamma(shape: number, scale: number): Float64Array {
  const density = (t: number) => t ** (shape - 1) * Math.exp(-t / scale)
  const sums = tableOf(() => 0)
  for (let i = BEFORE + 1; i < sums.length; i++)
    sums[i] = (sums[i - 1] as number) + density(i - BEFORE - 0.5)
  const all = sums.at(-1) as number
  return sums.map((sum) => sum / all)
}

/** An earlier night, quicker or slower by `stretch`. */
const past = (curve: Curve, stretch: number) =>
  tableOf((minute) => {
    if (minute < 0) return 0
    return curve[Math.min(Math.round(minute / stretch), curve.length - 1)] ?? 1
  })

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)

/** Half of an evening's people come about so many minutes after doors, give or take. */
const MIDDLE = { mean: 90, deviation: 50 }

function middleOf(parts: Part[]): number {
  const shape = { parts, prior: 0 }
  let minute = 0
  while (minute < AFTER && shareAt(shape, minute) < 0.5) minute += BIN
  return minute
}

const isUsual = (parts: Part[]) =>
  Math.exp(-0.5 * ((middleOf(parts) - MIDDLE.mean) / MIDDLE.deviation) ** 2)

/** Shapes of one kind share the chance of the kind, by what is said of each. */
function kind(chance: number, shapes: Part[][], likely: (parts: Part[]) => number = () => 1) {
  const chances = shapes.map(likely)
  const all = sum(chances)
  return shapes.map(
    (parts, i): Shape => ({ parts, prior: (chance * (chances[i] as number)) / all }),
  )
}

const whole = (table: Float64Array, shift: number): Part[] => [{ table, shift, weight: 1 }]

/** One wave around a time: most evenings. */
const waves = () =>
  [14, 18, 22, 27, 33, 42, 55].flatMap((scale) => {
    const table = logistic(scale)
    return range(0, 300, 10).map((middle) => whole(table, middle))
  })

/** A crowd at the doors and ever fewer after it. */
const rushes = () =>
  [1.2, 1.7, 2.5, 4].flatMap((shape) =>
    [8, 12, 17, 24, 33, 46, 64].flatMap((scale) => {
      const table = gamma(shape, scale)
      return range(-45, 45, 15).map((shift) => whole(table, shift))
    }),
  )

/** Two waves: before and after what else the evening has, such as another party. */
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

let usual: Shape[] | undefined

/** Chance that tonight is like an earlier night, if there is one. */
const LIKE_BEFORE = 0.5

/** All curves, with earlier nights' own: tens of kilobytes a table, so those are made once. */
export function shapesOf(nights: Curve[]): Shape[] {
  usual ??= [
    ...kind(0.35, waves(), isUsual),
    ...kind(0.35, rushes()),
    ...kind(0.3, pairs(), isUsual),
  ]
  if (nights.length === 0) return usual
  const like = nights.flatMap((curve) =>
    [0.7, 0.85, 1, 1.2, 1.4].flatMap((stretch) => {
      const table = past(curve, stretch)
      return range(-60, 60, 10).map((shift) => whole(table, shift))
    }),
  )
  const rest = usual.map(({ parts, prior }) => ({ parts, prior: prior * (1 - LIKE_BEFORE) }))
  return [...kind(LIKE_BEFORE, like), ...rest]
}
