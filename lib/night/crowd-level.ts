import { getDb } from '@/db/client'
import { getNight } from '@/db/queries/night'
import { occupancyLevel } from '@/lib/admission/capacity'
import { tagVersion } from '@/lib/cache/tags'
import { readSnapshot } from './board/board-feed'
import type { GateTonight } from './board/board-schema'
import { crowdLevel, isOn } from './rules'
import type { Fullness } from './schema'

const WAITS = { free: 'none', short: 'short', long: 'long' } as const

/** Milliseconds for which an answer holds: so often an instance counts, however many ask. */
const HOLDS = 10_000

let last: { until: number; agreed: number; made: Promise<Fullness> } | null = null

/** What visitors may know, at most ten seconds old, and by what is agreed now. */
export function readFullness(): Promise<Fullness> {
  const agreed = tagVersion('night')
  if (last?.agreed === agreed && performance.now() < last.until) return last.made
  const made = countFullness()
  const own = { until: performance.now() + HOLDS, agreed, made }
  last = own
  made.catch(() => {
    if (last === own) last = null
  })
  return made
}

/** Nobody is sent to a gate that stands closed, though nobody waits there. */
const isManned = ({ devices, perMinute }: GateTonight) =>
  devices > 0 || perMinute.arrived.some((count) => count > 0)

/** How full it is and how long the queues are: words alone, and none but on the night. */
export async function countFullness(): Promise<Fullness> {
  const night = await getNight(getDb())
  if (!night.fullness || night.capacity === null || !isOn(night, new Date()))
    return { level: null, gates: [] }
  // What the board shows, so that visitors are told no other night.
  const { inside, gates, forecast } = await readSnapshot()
  return {
    level: crowdLevel(inside, night.capacity),
    gates: gates.filter(isManned).map((gate) => {
      const level = forecast?.gates.find(({ id }) => id === gate.id)?.level ?? 'free'
      return { name: gate.name, wait: occupancyLevel(gate) === 'full' ? 'full' : WAITS[level] }
    }),
  }
}
