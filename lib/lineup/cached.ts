import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import { findPublicLineup } from './lists'
import type { LineupItem } from './schema'

/** The visible performers in their order, kept until one of them changes. */
export async function getPublicLineup(): Promise<LineupItem[]> {
  'use cache'
  cacheTag('lineup' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await findPublicLineup({})).rows)
}
