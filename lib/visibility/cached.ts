import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import { hiddenFestival } from './rules'
import type { Visibility } from './schema'
import { readVisibility } from './service'

/** All flags and times, kept until one of them changes. */
export async function getVisibility(): Promise<Visibility> {
  'use cache'
  cacheTag('visibility' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding(hiddenFestival(), readVisibility)
}
