import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import { findTranslations } from './lists'
import type { Texts } from './rules'

/** The texts of the public pages by key, kept until one of them changes. */
export async function getTexts(): Promise<Texts> {
  'use cache'
  cacheTag('translations' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding({}, async () => {
    const { rows } = await findTranslations({})
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  })
}
