import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import type { PublicSponsor } from './schema'
import { listPublicSponsors } from './service'

/** The visible sponsors in their order, kept until one of them changes. */
export const getPublicSponsors = () => publicSponsorsAt(generation('sponsors'))

async function publicSponsorsAt(_generation: number): Promise<PublicSponsor[]> {
  'use cache'
  cacheTag('sponsors' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await listPublicSponsors({})).rows)
}
