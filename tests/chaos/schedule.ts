import { createRandom, type Random } from '@/db/seed/random'

/**
 * Faults that a run can inject, with the range of their duration in seconds and their weight in the
 * draw.
 */
export const FAULTS = {
  'instance killed (kill -9)': { lasts: [0.2, 4], weight: 3 },
  'instance stopped (SIGTERM)': { lasts: [0.2, 2], weight: 1 },
  'instance frozen (SIGSTOP)': { lasts: [1, 9], weight: 2 },
  'instance frozen for long': { lasts: [33, 38], weight: 1 },
  'instance with little memory': { lasts: [8, 20], weight: 1 },
  'instance’s clock jumps by hours': { lasts: [5, 20], weight: 2 },
  'phone’s clock jumps by hours': { lasts: [5, 20], weight: 2 },
  'phone frozen (SIGSTOP)': { lasts: [1, 9], weight: 1 },
  'database backend killed (kill -9)': { lasts: [0, 0], weight: 2 },
  'database backends terminated (SIGTERM)': { lasts: [0, 0], weight: 2 },
  'database stopped at once (SIGQUIT)': { lasts: [0, 0], weight: 2 },
  'database killed (kill -9)': { lasts: [0, 0], weight: 1 },
  'database backend frozen (SIGSTOP)': { lasts: [1, 8], weight: 1 },
  'database’s disk full': { lasts: [2, 8], weight: 2 },
  'failover to a standby': { lasts: [0, 0], weight: 1 },
  'network slow (up to 0.4 s per chunk)': { lasts: [3, 12], weight: 2 },
  'network very slow (20 kB/s)': { lasts: [3, 9], weight: 1 },
  'network stalled': { lasts: [2, 12], weight: 2 },
  'network one-way (responses lost)': { lasts: [2, 9], weight: 3 },
  'network cut during responses': { lasts: [1, 6], weight: 3 },
} as const satisfies Record<string, { lasts: readonly [number, number]; weight: number }>

export type Fault = keyof typeof FAULTS

export interface Planned {
  /** Seconds since the start of the load. */
  at: number
  kind: Fault
  /** Duration of the fault in seconds. */
  lasts: number
  /** Random number in [0, 1) that selects the instance, phone or database process. */
  whom: number
  /** Random number in [0, 1) for any other choice that the fault needs. */
  how: number
}

/**
 * Range of the seconds between the starts of two faults. Many faults last longer, so several
 * overlap.
 */
const BETWEEN = [2, 7] as const

/**
 * Plans the faults of a run; the same seed gives the same plan. Faults are drawn from a shuffled,
 * weighted deck that is refilled when empty, so that a long run contains every kind. No fault lasts
 * beyond the run.
 */
export function drawSchedule(seed: number, seconds: number, without: readonly Fault[] = []) {
  const random = createRandom(seed)
  const between = ([least, most]: readonly [number, number]) =>
    least + (most - least) * random.next()
  const kinds = (Object.keys(FAULTS) as Fault[]).filter(
    (kind) => !without.includes(kind) && FAULTS[kind].lasts[0] < seconds / 2,
  )
  const planned: Planned[] = []
  let deck: Fault[] = []
  for (let at = between(BETWEEN); at < seconds; at += between(BETWEEN)) {
    if (deck.length === 0)
      deck = shuffled(
        kinds.flatMap((kind) => repeat(kind)),
        random,
      )
    const kind = deck.pop() as Fault
    const lasts = Math.min(between(FAULTS[kind].lasts), seconds - at)
    planned.push({ at, kind, lasts, whom: random.next(), how: random.next() })
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
