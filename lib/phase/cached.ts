import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, skipDuringBuild, tagVersion } from '@/lib/cache/tags'
import type { Phase } from './rules'
import { readPeriod } from './service'

/** The phase of the festival, kept until a boundary is passed (followPhase) or its times change. */
export const getPhase = async (): Promise<Phase> => (await getMoment()).phase

/** The same with the moment, in milliseconds, at which it was read: no set has begun or ended since. */
export const getMoment = () =>
  momentIn(tagVersion('phase'), tagVersion('festival'), tagVersion('night'))

async function momentIn(..._generations: number[]): Promise<{ phase: Phase; at: number }> {
  'use cache'
  cacheTag(...(['phase', 'festival', 'night'] satisfies CacheTag[]))
  cacheLife('max')
  return skipDuringBuild<{ phase: Phase; at: number }>({ phase: 'before', at: 0 }, async () => {
    const { phase, now } = await readPeriod()
    return { phase, at: now }
  })
}
