import { getDb } from '@/db/pool'
import { getNight } from '@/db/queries/night'
import { occupancyLevel } from '@/lib/admission/capacity'
import { tagVersion } from '@/lib/cache/tags'
import { readSnapshot } from './board/board-feed'
import type { GateTonight } from './board/board-schema'
import { crowdLevel, isNightOn } from './rules'
import type { CrowdLevel } from './schema'

const WAITS = { free: 'none', short: 'short', long: 'long' } as const

/**
 * Time in ms for which an instance serves the same crowd level, regardless of the number of
 * requests.
 */
const CACHE_TTL_MS = 10_000

let cached: { until: number; settingsVersion: number; level: Promise<CrowdLevel> } | null = null

/**
 * Returns the crowd level for visitors, at most 10 s old. A change of the night settings applies at
 * once.
 */
export function readCrowdLevel(): Promise<CrowdLevel> {
  const settingsVersion = tagVersion('night')
  if (cached?.settingsVersion === settingsVersion && performance.now() < cached.until)
    return cached.level
  const level = computeCrowdLevel()
  const entry = { until: performance.now() + CACHE_TTL_MS, settingsVersion, level }
  cached = entry
  level.catch(() => {
    if (cached === entry) cached = null
  })
  return level
}

/**
 * Whether a gate is in use. A closed gate is not shown, because visitors would go there for its
 * short queue.
 */
const isManned = ({ devices, perMinute }: GateTonight) =>
  devices > 0 || perMinute.arrived.some((count) => count > 0)

/**
 * Computes the crowd level and the queues, in words only. Empty outside the night, without a
 * capacity, or if an admin has switched the display off.
 */
export async function computeCrowdLevel(): Promise<CrowdLevel> {
  const night = await getNight(getDb())
  if (!night.fullness || night.capacity === null || !isNightOn(night, new Date()))
    return { level: null, gates: [] }
  // Uses the snapshot of the night board, so that both show the same.
  const { inside, gates, forecast } = await readSnapshot()
  return {
    level: crowdLevel(inside, night.capacity),
    gates: gates.filter(isManned).map((gate) => {
      const level = forecast?.gates.find(({ id }) => id === gate.id)?.level ?? 'free'
      // Rule 6.30: a single gate is not named.
      const name = gates.length > 1 ? gate.name : 'Ulaz'
      return { name, wait: occupancyLevel(gate) === 'full' ? 'full' : WAITS[level] }
    }),
  }
}
