import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import type { LineupItem } from './schema'
import { listPublicLineup } from './service'

/** The visible performers in their order, kept until one of them changes. */
export const getPublicLineup = () => publicLineupAt(generation('lineup'))

async function publicLineupAt(_generation: number): Promise<LineupItem[]> {
  'use cache'
  cacheTag('lineup' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await listPublicLineup({})).rows)
}
