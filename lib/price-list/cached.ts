import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import type { PriceItem } from './schema'
import { listPriceItems } from './service'

/** The whole price list in its order, kept until an item changes. */
export const getPriceList = () => priceListAt(generation('price-list'))

async function priceListAt(_generation: number): Promise<PriceItem[]> {
  'use cache'
  cacheTag('price-list' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await listPriceItems({})).rows)
}
