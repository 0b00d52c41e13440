import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import type { LineupItem } from './schema'
import { listPublicLineup } from './service'

/** The visible performers in their order, kept until one of them changes. */
export async function getPublicLineup(): Promise<LineupItem[]> {
  'use cache'
  cacheTag('lineup' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await listPublicLineup({})).rows)
}
