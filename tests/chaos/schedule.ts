import { createRandom, type Random } from '@/db/seed/random'

/**
 * Faults that a run can inject, with the range of their duration in seconds and their weight in the
 * draw.
 */
export const FAULTS = {
  'instance killed (kill -9)': { seconds: [0.2, 4], weight: 3 },
  'instance stopped (SIGTERM)': { seconds: [0.2, 2], weight: 1 },
  'instance frozen (SIGSTOP)': { seconds: [1, 9], weight: 2 },
  'instance frozen for long': { seconds: [33, 38], weight: 1 },
  'instance with little memory': { seconds: [8, 20], weight: 1 },
  'instance’s clock jumps by hours': { seconds: [5, 20], weight: 2 },
  'phone’s clock jumps by hours': { seconds: [5, 20], weight: 2 },
  'phone frozen (SIGSTOP)': { seconds: [1, 9], weight: 1 },
  'database backend killed (kill -9)': { seconds: [0, 0], weight: 2 },
  'database backends terminated (SIGTERM)': { seconds: [0, 0], weight: 2 },
  'database stopped at once (SIGQUIT)': { seconds: [0, 0], weight: 2 },
  'database killed (kill -9)': { seconds: [0, 0], weight: 1 },
  'database backend frozen (SIGSTOP)': { seconds: [1, 8], weight: 1 },
  'database’s disk full': { seconds: [2, 8], weight: 2 },
  'failover to a standby': { seconds: [0, 0], weight: 1 },
  'network slow (up to 0.4 s per chunk)': { seconds: [3, 12], weight: 2 },
  'network very slow (20 kB/s)': { seconds: [3, 9], weight: 1 },
  'network stalled': { seconds: [2, 12], weight: 2 },
  'network one-way (responses lost)': { seconds: [2, 9], weight: 3 },
  'network cut during responses': { seconds: [1, 6], weight: 3 },
} as const satisfies Record<string, { seconds: readonly [number, number]; weight: number }>

export type Fault = keyof typeof FAULTS

export interface PlannedFault {
  /** Seconds since the start of the load. */
  at: number
  kind: Fault
  /** Duration of the fault in seconds. */
  seconds: number
  /** Random number in [0, 1) that selects the instance, phone or database process. */
  target: number
  /** Random number in [0, 1) for any other choice that the fault needs. */
  choice: number
}

/**
 * Range of the seconds between the starts of two faults. Many faults last longer, so several
 * overlap.
 */
const INTERVAL_S = [2, 7] as const

/**
 * Plans the faults of a run; the same seed gives the same plan. Faults are drawn from a shuffled,
 * weighted deck that is refilled when empty, so that a long run contains every kind. No fault lasts
 * beyond the run.
 */
export function drawSchedule(seed: number, runSeconds: number, without: readonly Fault[] = []) {
  const random = createRandom(seed)
  const randomBetween = ([least, most]: readonly [number, number]) =>
    least + (most - least) * random.next()
  const kinds = (Object.keys(FAULTS) as Fault[]).filter(
    (kind) => !without.includes(kind) && FAULTS[kind].seconds[0] < runSeconds / 2,
  )
  const planned: PlannedFault[] = []
  let deck: Fault[] = []
  for (let at = randomBetween(INTERVAL_S); at < runSeconds; at += randomBetween(INTERVAL_S)) {
    if (deck.length === 0)
      deck = shuffled(
        kinds.flatMap((kind) => repeat(kind)),
        random,
      )
    const kind = deck.pop() as Fault
    const seconds = Math.min(randomBetween(FAULTS[kind].seconds), runSeconds - at)
    planned.push({ at, kind, seconds, target: random.next(), choice: random.next() })
  }
  return planned
}

const repeat = (kind: Fault) => Array.from({ length: FAULTS[kind].weight }, () => kind)

function shuffled<T>(all: T[], random: Random): T[] {
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.int(i + 1)
    ;[all[i], all[j]] = [all[j] as T, all[i] as T]
  }
  return all
}
