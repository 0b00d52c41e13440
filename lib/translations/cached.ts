import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import type { Texts } from './rules'
import { listTranslations } from './service'

/** The texts of the public pages by key, kept until one of them changes. */
export async function getTexts(): Promise<Texts> {
  'use cache'
  cacheTag('translations' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding({}, async () => {
    const { rows } = await listTranslations({})
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  })
}
