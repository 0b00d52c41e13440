import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import type { Texts } from './rules'
import { listTranslations } from './service'

/** The texts of the public pages by key, kept until one of them changes. */
export const getTexts = () => textsAt(generation('translations'))

async function textsAt(_generation: number): Promise<Texts> {
  'use cache'
  cacheTag('translations' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding({}, async () => {
    const { rows } = await listTranslations({})
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  })
}
