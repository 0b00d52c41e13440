import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, skipDuringBuild, tagVersion } from '@/lib/cache/tags'
import type { Phase } from './rules'
import { readPeriod } from './service'

/**
 * Returns the phase of the festival, cached until the next boundary (see `followPhase`) or a change
 * of its times.
 */
export const getPhase = async (): Promise<Phase> => (await getPhaseSnapshot()).phase

/**
 * Returns the phase, and the time in ms since 1970 at which it was read. No set of the programme
 * has started or ended since then.
 */
export const getPhaseSnapshot = () =>
  phaseSnapshotAt(tagVersion('phase'), tagVersion('festival'), tagVersion('night'))

async function phaseSnapshotAt(..._generations: number[]): Promise<{ phase: Phase; at: number }> {
  'use cache'
  cacheTag(...(['phase', 'festival', 'night'] satisfies CacheTag[]))
  cacheLife('max')
  return skipDuringBuild<{ phase: Phase; at: number }>({ phase: 'before', at: 0 }, async () => {
    const { phase, now } = await readPeriod()
    return { phase, at: now }
  })
}
