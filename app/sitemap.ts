import type { MetadataRoute } from 'next'
import { getTexts, getVisibility } from '@/lib/cache/reads'
import { getFestival } from '@/lib/settings/cached'
import { isWritten } from '@/lib/translations/rules'
import { openPages } from '@/lib/visibility/rules'

/** The home page and every page that opens by its address now. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [{ publicUrl }, visibility, texts] = await Promise.all([
    getFestival(),
    getVisibility(),
    getTexts(),
  ])
  return ['/', ...openPages(visibility).map((page) => page.address)]
    .filter((address) => isWritten(texts, address))
    .map((address) => ({ url: `${publicUrl}${address}` }))
}
