import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import type { PublicSponsor } from './schema'
import { listPublicSponsors } from './service'

/** The visible sponsors in their order, kept until one of them changes. */
export async function getPublicSponsors(): Promise<PublicSponsor[]> {
  'use cache'
  cacheTag('sponsors' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await listPublicSponsors({})).rows)
}
