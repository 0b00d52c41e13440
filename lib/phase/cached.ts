import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import type { Phase } from './rules'
import { readPhase } from './service'

/** The phase of the festival, kept until a boundary is passed (followPhase) or its times change. */
export const getPhase = () =>
  phaseIn(generation('phase'), generation('festival'), generation('night'))

async function phaseIn(..._generations: number[]): Promise<Phase> {
  'use cache'
  cacheTag(...(['phase', 'festival', 'night'] satisfies CacheTag[]))
  cacheLife('max')
  return unlessBuilding<Phase>('before', async () => (await readPhase()).phase)
}
