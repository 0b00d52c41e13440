import { getDb } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { hasLimit, type Occupancy, readOccupancy } from '@/db/queries/night'
import { tagVersion } from '@/lib/cache/tags'

/** Minimum time between two counts of the guests inside, while guests come and go. */
const MIN_COUNT_INTERVAL_MS = 1_000
/** Maximum age of a count while no passage is recorded. */
const MAX_COUNT_AGE_MS = 15_000

/** Cached occupancy. The cache is discarded when the night settings or a gate change. */
interface CachedCount {
  tagVersion: number
  isLimited: Promise<boolean>
  occupancy: Promise<Occupancy> | null
  /** Time of the count in ms since the start of the process. */
  countedAt: number
  isStale: boolean
}

const cache = processSingleton('occupancy', (): { count?: CachedCount } => ({}))

function getCachedCount(): CachedCount {
  const version = tagVersion('night')
  if (cache.count?.tagVersion !== version) {
    const isLimited = hasLimit(getDb())
    isLimited.catch(() => {
      delete cache.count
    })
    cache.count = {
      tagVersion: version,
      isLimited,
      occupancy: null,
      countedAt: 0,
      isStale: false,
    }
  }
  return cache.count
}

/** Whether the venue or a gate has a capacity. Without one, admissions skip the occupancy check. */
export const hasCapacityLimit = (): Promise<boolean> => getCachedCount().isLimited

/**
 * Returns the occupancy for display, or null without a capacity. `hasChanged` marks the count as stale.
 * A stale count is refreshed at most once per second, by the next call after that time.
 */
export async function cachedOccupancy(hasChanged: boolean): Promise<Occupancy | null> {
  const count = getCachedCount()
  if (!(await count.isLimited)) return null
  count.isStale ||= hasChanged
  const age = performance.now() - count.countedAt
  const isOutdated = age > MAX_COUNT_AGE_MS || (count.isStale && age >= MIN_COUNT_INTERVAL_MS)
  if (count.occupancy === null || isOutdated) {
    count.occupancy = readOccupancy(getDb())
    count.occupancy.catch(() => {
      count.occupancy = null
    })
    count.countedAt = performance.now()
    count.isStale = false
  }
  return count.occupancy
}
