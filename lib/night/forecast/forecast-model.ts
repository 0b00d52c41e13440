import type { ForecastInput } from '@/lib/night/forecast/tonight'
import { type Shape, shapesOf, shareAt } from './arrival-curves'
import { BIN, BUSY, sum, type Tonight } from './tonight'

// The grid of the forecast: which hypotheses are likely, and how the night goes on by each.

/** Share of the tickets that show up, and how likely each is beforehand: mostly 0.7 to 0.95. */
const TURNOUTS = Array.from({ length: 11 }, (_, i) => 0.5 + i * 0.05)
const turnoutPrior = (p: number) => Math.exp(-0.5 * ((p - 0.83) / 0.1) ** 2)
const DISPERSION = 8
/** So far it looks ahead, in minutes. */
const HORIZON = 8 * 60
/** Hypotheses that go on to the end: the likeliest. */
const MOST = 300
/** How the gates' pace may change from now on: each hypothesis takes the next of these. */
const PACES = [1, 0.9, 1.1, 0.95, 1.05]

interface Hypothesis {
  shape: Shape
  /** How many come in all. */
  people: number
  weight: number
}

/** Admissions between two minutes; `open` when there is still a queue at the end. */
interface Observed {
  from: number
  to: number
  count: number
  open: boolean
}

/** Bins of five minutes that end now; those of a busy period, and the one that ends it, are one. */
function observe({ minute, gates }: Tonight): Observed[] {
  const observed: Observed[] = []
  let run: Observed | null = null
  for (let to = minute % BIN || BIN; to <= minute; to += BIN) {
    const from = to <= BIN ? -1 : to - BIN
    const slice = (numbers: number[]) => sum(numbers.slice(Math.max(0, from), to))
    const count = sum(gates.map(({ first }) => slice(first)))
    const isBusy = gates.some(({ busy }) => slice(busy) / (to - Math.max(0, from)) >= BUSY)
    const bin: Observed = run
      ? { from: run.from, to, count: run.count + count, open: isBusy }
      : { from, to, count, open: isBusy }
    run = isBusy ? bin : null
    if (!isBusy || to === minute) observed.push(bin)
  }
  return observed
}

/** The likeliest hypotheses; their weights add up to one. */
function weigh(tonight: Tonight, { sold, expected, past }: ForecastInput): Hypothesis[] {
  const observed = observe(tonight)
  const closed = observed.filter(({ open }) => !open)
  const open = observed.find((one) => one.open)
  const shareOf = (shape: Shape, { from, to }: Observed) =>
    Math.max(shareAt(shape, to) - shareAt(shape, from), 1e-7)
  const count = sum(closed.map((one) => one.count))
  const fits: (Hypothesis & { log: number; prior: number })[] = []
  for (const shape of shapesOf(past)) {
    let [share, logs] = [0, 0]
    for (const one of closed) {
      const part = shareOf(shape, one)
      share += part
      logs += one.count * Math.log(part)
    }
    const openShare = open ? shareOf(shape, open) : 0
    for (const turnout of TURNOUTS) {
      const people = turnout * sold
      if (people < sold - expected) continue
      // Poisson's, without what all hypotheses have alike.
      let log = logs + count * Math.log(people) - people * share
      if (open) {
        // P(arrivals ≥ admissions), by the bell curve that the logistic is near to.
        const mean = people * openShare
        const z = (mean - open.count + 1) / Math.sqrt(mean + 1)
        log -= Math.log1p(Math.exp(Math.min(-1.7 * z, 500)))
      }
      const prior = Math.log(shape.prior * turnoutPrior(turnout))
      fits.push({ shape, people, weight: 0, log, prior })
    }
  }
  const best = fits.reduce((a, b) => (b.log > a.log ? b : a))
  const misfit = sum(
    closed.map((one) => {
      const mean = best.people * shareOf(best.shape, one)
      return (one.count - mean) ** 2 / (mean + 1)
    }),
  )
  const dispersion = Math.max(DISPERSION, misfit / Math.max(closed.length - 3, 1))
  for (const fit of fits) fit.log = fit.log / dispersion + fit.prior
  const top = fits.reduce((most, { log }) => Math.max(most, log), Number.NEGATIVE_INFINITY)
  const likely = fits
    .filter(({ log }) => log > top - 6)
    .sort((a, b) => b.log - a.log)
    .slice(0, MOST)
  const all = sum(likely.map(({ log }) => Math.exp(log - top)))
  return likely.map(({ shape, people, log }) => ({
    shape,
    people,
    weight: Math.exp(log - top) / all,
  }))
}

/** One way in which the night may go on; times in minutes from now. */
export interface Outcome {
  weight: number
  /** When the house is full; null where it never is. */
  full: number | null
  /** When 95 % of those who come have come. */
  arrived: number
  /** Who has not been let in yet. */
  left: number
  gates: { queue: number; served: number; servedByMore: number }[]
}

/** The likeliest ways, each with its weight; the weights add up to one. */
export function outcomes(tonight: Tonight, input: ForecastInput): Outcome[] {
  const loss = netLoss(input, tonight)
  return weigh(tonight, input).map((one, i) => {
    const pace = PACES[i % PACES.length] as number
    return { weight: one.weight, ...liveOn(one, tonight, input, { loss, pace }) }
  })
}

/** Part of those inside whom a minute takes away for good, by the last half hour. */
function netLoss({ gates, inside }: ForecastInput, tonight: Tonight): number {
  const lately = gates.flatMap(({ perMinute }) => perMinute.slice(-30))
  const firsts = sum(tonight.gates.flatMap(({ first }) => first.slice(-30)))
  const back = sum(lately.map((minute) => minute.in)) - firsts
  const gone = sum(lately.map(({ out }) => out)) - Math.max(0, back)
  return inside > 0 ? Math.max(0, gone) / 30 / inside : 0
}

/** How the night goes on if the hypothesis is true; in minutes from now. */
function liveOn(
  { shape, people }: Hypothesis,
  { minute, gates }: Tonight,
  { inside, capacity, expected }: ForecastInput,
  { loss, pace }: { loss: number; pace: number },
) {
  const shares = Array.from({ length: HORIZON + 1 }, (_, t) => shareAt(shape, minute + t))
  const now = shares[0] as number
  const admitted = new Float64Array(HORIZON + 1)
  const waiting = gates.map(({ first, share, queueFrom }) => {
    if (queueFrom === null) return 0
    const come = share * people * (now - shareAt(shape, queueFrom === 0 ? -1 : queueFrom))
    return Math.max(0, come - sum(first.slice(queueFrom)))
  })
  const left = people * (1 - now) + sum(waiting)
  // No more can come than have a ticket, whatever the curve says of those before.
  const part = Math.min(1, expected / Math.max(left, 1))
  const queues = waiting.map((queue) => part * queue)
  const coming = part * people
  /** Minutes until nobody waits at a gate; notes whom it lets in. */
  const serve = (g: number, usual: number, note?: Float64Array) => {
    const rate = usual * pace
    let queue = queues[g] as number
    let served: number | null = queue > 0 ? null : 0
    for (let t = 1; t <= HORIZON; t++) {
      const share = (shares[t] as number) - (shares[t - 1] as number)
      queue += (gates[g]?.share ?? 0) * coming * share
      const passed = Math.min(queue, rate)
      if (note) note[t] = (note[t] as number) + passed
      queue -= passed
      if (queue <= 0) {
        served ??= t
        if (!note) break
      }
    }
    return served ?? HORIZON
  }
  const perGate = gates.map(({ rate, lanes }, g) => ({
    queue: queues[g] as number,
    served: serve(g, rate, admitted),
    servedByMore: queues[g] && lanes > 0 ? serve(g, (rate * (lanes + 1)) / lanes) : 0,
  }))
  let full: number | null = capacity !== null && inside >= capacity ? 0 : null
  let within = inside
  for (let t = 1; t <= HORIZON && capacity !== null && full === null; t++) {
    within += (admitted[t] as number) - loss * within
    if (within >= capacity) full = t
  }
  const arrived = shares.findIndex((share) => share >= 0.95)
  return { full, left: part * left, arrived: arrived < 0 ? HORIZON : arrived, gates: perGate }
}
