import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import { hiddenFestival } from './rules'
import type { Visibility } from './schema'
import { readVisibility } from './service'

/** All flags and times, kept until one of them changes. */
export const getVisibility = () => visibilityAt(generation('visibility'))

async function visibilityAt(_generation: number): Promise<Visibility> {
  'use cache'
  cacheTag('visibility' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding(hiddenFestival(), readVisibility)
}
