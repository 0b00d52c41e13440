import type { ForecastInput } from '@/lib/night/forecast/tonight'
import { type Shape, shapesOf, shareAt } from './arrival-curves'
import { BIN_MINUTES, MIN_BUSY_SHARE, sum, type Tonight } from './tonight'

// Bayesian grid of the forecast: weighs hypotheses about the night, and simulates the rest of the
// night for each.

/**
 * Possible shares of sold tickets whose guests come, and the prior weight of a share: mostly 0.7 to
 * 0.95.
 */
const TURNOUTS = Array.from({ length: 11 }, (_, i) => 0.5 + i * 0.05)
const turnoutPrior = (p: number) => Math.exp(-0.5 * ((p - 0.83) / 0.1) ** 2)
const DISPERSION = 8
/** Length of the simulation in minutes from now. */
const HORIZON_MINUTES = 8 * 60
/** Maximum number of hypotheses that are simulated. The likeliest are chosen. */
const MAX_HYPOTHESES = 300
/** Factors of the admission rate of the gates. The simulated hypotheses use the factors in turn. */
const PACES = [1, 0.9, 1.1, 0.95, 1.05]

interface Hypothesis {
  shape: Shape
  /** Number of all arrivals of the night. */
  people: number
  weight: number
}

/** Admissions between two minutes. `open` means that a queue remains at the end. */
interface Observed {
  from: number
  to: number
  count: number
  open: boolean
}

/**
 * Groups admissions into bins of 5 minutes. A busy period and the bin that ends it form one bin.
 */
function observe({ minute, gates }: Tonight): Observed[] {
  const observed: Observed[] = []
  let run: Observed | null = null
  for (let to = minute % BIN_MINUTES || BIN_MINUTES; to <= minute; to += BIN_MINUTES) {
    const from = to <= BIN_MINUTES ? -1 : to - BIN_MINUTES
    const slice = (numbers: number[]) => sum(numbers.slice(Math.max(0, from), to))
    const count = sum(gates.map(({ first }) => slice(first)))
    const isBusy = gates.some(
      ({ busy }) => slice(busy) / (to - Math.max(0, from)) >= MIN_BUSY_SHARE,
    )
    const bin: Observed = run
      ? { from: run.from, to, count: run.count + count, open: isBusy }
      : { from, to, count, open: isBusy }
    run = isBusy ? bin : null
    if (!isBusy || to === minute) observed.push(bin)
  }
  return observed
}

/** Returns the likeliest hypotheses with weights that add up to 1. */
function weigh(tonight: Tonight, { sold, expected, past }: ForecastInput): Hypothesis[] {
  const observed = observe(tonight)
  const closed = observed.filter(({ open }) => !open)
  const open = observed.find((bin) => bin.open)
  const shareOf = (shape: Shape, { from, to }: Observed) =>
    Math.max(shareAt(shape, to) - shareAt(shape, from), 1e-7)
  const count = sum(closed.map((bin) => bin.count))
  const fits: (Hypothesis & { log: number; prior: number })[] = []
  for (const shape of shapesOf(past)) {
    let [share, logs] = [0, 0]
    for (const bin of closed) {
      const part = shareOf(shape, bin)
      share += part
      logs += bin.count * Math.log(part)
    }
    const openShare = open ? shareOf(shape, open) : 0
    for (const turnout of TURNOUTS) {
      const people = turnout * sold
      if (people < sold - expected) continue
      // Log-likelihood of a Poisson process, without terms that are equal for all hypotheses.
      let log = logs + count * Math.log(people) - people * share
      if (open) {
        // Adds the log-probability that at least as many guests arrived as were admitted, since a
        // queue remains. A logistic function approximates the normal distribution.
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
    closed.map((bin) => {
      const mean = best.people * shareOf(best.shape, bin)
      return (bin.count - mean) ** 2 / (mean + 1)
    }),
  )
  const dispersion = Math.max(DISPERSION, misfit / Math.max(closed.length - 3, 1))
  for (const fit of fits) fit.log = fit.log / dispersion + fit.prior
  const top = fits.reduce((most, { log }) => Math.max(most, log), Number.NEGATIVE_INFINITY)
  const likely = fits
    .filter(({ log }) => log > top - 6)
    .sort((a, b) => b.log - a.log)
    .slice(0, MAX_HYPOTHESES)
  const all = sum(likely.map(({ log }) => Math.exp(log - top)))
  return likely.map(({ shape, people, log }) => ({
    shape,
    people,
    weight: Math.exp(log - top) / all,
  }))
}

/** Simulated course of the night; times in minutes from now. */
export interface Outcome {
  weight: number
  /** Time at which the venue is full; null if never. */
  full: number | null
  /** Time at which 95 % of the arriving guests have arrived. */
  arrived: number
  /** Number of guests who are in a queue or still to come. */
  left: number
  gates: { queue: number; served: number; servedByMore: number }[]
}

/** Simulates the likeliest hypotheses. The weights add up to 1. */
export function outcomes(tonight: Tonight, input: ForecastInput): Outcome[] {
  const loss = netLoss(input, tonight)
  return weigh(tonight, input).map((hypothesis, i) => {
    const pace = PACES[i % PACES.length] as number
    return { weight: hypothesis.weight, ...simulate(hypothesis, tonight, input, { loss, pace }) }
  })
}

/** Share of the guests inside who leave for good per minute, from the last 30 minutes. */
function netLoss({ gates, inside }: ForecastInput, tonight: Tonight): number {
  const recent = gates.flatMap(({ perMinute }) => perMinute.slice(-30))
  const firstAdmissions = sum(tonight.gates.flatMap(({ first }) => first.slice(-30)))
  const returned = sum(recent.map((minute) => minute.in)) - firstAdmissions
  const leftForGood = sum(recent.map(({ out }) => out)) - Math.max(0, returned)
  return inside > 0 ? Math.max(0, leftForGood) / 30 / inside : 0
}

/** Simulates the rest of the night under one hypothesis. Times in minutes from now. */
function simulate(
  { shape, people }: Hypothesis,
  { minute, gates }: Tonight,
  { inside, capacity, expected }: ForecastInput,
  { loss, pace }: { loss: number; pace: number },
) {
  const shares = Array.from({ length: HORIZON_MINUTES + 1 }, (_, t) => shareAt(shape, minute + t))
  const now = shares[0] as number
  const admitted = new Float64Array(HORIZON_MINUTES + 1)
  const waiting = gates.map(({ first, share, queueFrom }) => {
    if (queueFrom === null) return 0
    const arrivals = share * people * (now - shareAt(shape, queueFrom === 0 ? -1 : queueFrom))
    return Math.max(0, arrivals - sum(first.slice(queueFrom)))
  })
  const left = people * (1 - now) + sum(waiting)
  // Reduces the arrivals, so that they do not exceed the tickets that have not arrived yet.
  const part = Math.min(1, expected / Math.max(left, 1))
  const queues = waiting.map((queue) => part * queue)
  const expectedArrivals = part * people
  /**
   * Returns the minutes until the queue of a gate is empty. Adds its admissions per minute to
   * `admissions`, if given.
   */
  const serve = (g: number, usual: number, admissions?: Float64Array) => {
    const rate = usual * pace
    let queue = queues[g] as number
    let served: number | null = queue > 0 ? null : 0
    for (let t = 1; t <= HORIZON_MINUTES; t++) {
      const share = (shares[t] as number) - (shares[t - 1] as number)
      queue += (gates[g]?.share ?? 0) * expectedArrivals * share
      const passed = Math.min(queue, rate)
      if (admissions) admissions[t] = (admissions[t] as number) + passed
      queue -= passed
      if (queue <= 0) {
        served ??= t
        if (!admissions) break
      }
    }
    return served ?? HORIZON_MINUTES
  }
  const perGate = gates.map(({ rate, lanes }, g) => ({
    queue: queues[g] as number,
    served: serve(g, rate, admitted),
    servedByMore: queues[g] && lanes > 0 ? serve(g, (rate * (lanes + 1)) / lanes) : 0,
  }))
  let full: number | null = capacity !== null && inside >= capacity ? 0 : null
  let simulatedInside = inside
  for (let t = 1; t <= HORIZON_MINUTES && capacity !== null && full === null; t++) {
    simulatedInside += (admitted[t] as number) - loss * simulatedInside
    if (simulatedInside >= capacity) full = t
  }
  const arrived = shares.findIndex((share) => share >= 0.95)
  return {
    full,
    left: part * left,
    arrived: arrived < 0 ? HORIZON_MINUTES : arrived,
    gates: perGate,
  }
}
