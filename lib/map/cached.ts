import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { getConfig } from '@/lib/config'

/** The address of the base map's style, if the organisers chose one. */
export async function getMapStyleUrl(): Promise<string | undefined> {
  'use cache'
  cacheTag('settings' satisfies CacheTag)
  cacheLife('max')
  return getConfig().MAP_STYLE_URL
}
