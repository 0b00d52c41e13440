import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import type { PriceItem } from './schema'
import { listPriceItems } from './service'

/** The whole price list in its order, kept until an item changes. */
export async function getPriceList(): Promise<PriceItem[]> {
  'use cache'
  cacheTag('price-list' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await listPriceItems({})).rows)
}
