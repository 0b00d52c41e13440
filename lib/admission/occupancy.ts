import { getDb } from '@/db/client'
import { processSingleton } from '@/db/process-singleton.mjs'
import { hasLimit, type Occupancy, readOccupancy } from '@/db/queries/night'
import { tagVersion } from '@/lib/cache/tags'

/** Milliseconds between two counts for those who only look; and after which one is made anyway. */
const PAUSE = 1_000
const OLD = 15_000

/** What is remembered until the night or a gate changes. */
interface Known {
  generation: number
  isLimited: Promise<boolean>
  fill: Promise<Occupancy> | null
  /** When it was read, by a clock that nobody sets. */
  at: number
  isStale: boolean
}

const kept = processSingleton('occupancy', (): { known?: Known } => ({}))

function known(): Known {
  const current = tagVersion('night')
  if (kept.known?.generation !== current) {
    const isLimited = hasLimit(getDb())
    isLimited.catch(() => {
      delete kept.known
    })
    kept.known = { generation: current, isLimited, fill: null, at: 0, isStale: false }
  }
  return kept.known
}

/** Whether anybody counts who is inside: where nobody does, letting in does nothing for it. */
export const hasCapacityLimit = (): Promise<boolean> => known().isLimited

/**
 * How full it is, for those who look; null where there is no limit. Counted anew when something
 * has happened, but not more than once a second: who asks on hears it then.
 */
export async function cachedOccupancy(hasHappened: boolean): Promise<Occupancy | null> {
  const now = known()
  if (!(await now.isLimited)) return null
  now.isStale ||= hasHappened
  const age = performance.now() - now.at
  if (now.fill === null || age > OLD || (now.isStale && age >= PAUSE)) {
    now.fill = readOccupancy(getDb())
    now.fill.catch(() => {
      now.fill = null
    })
    Object.assign(now, { at: performance.now(), isStale: false })
  }
  return now.fill
}
