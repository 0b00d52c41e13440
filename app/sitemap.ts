import type { MetadataRoute } from 'next'
import { performerAddress } from '@/lib/lineup/rules'
import { getFestival } from '@/lib/site/festival'
import { getPublicLineup, getTexts, getVisibility } from '@/lib/site/reads'
import { hasContent } from '@/lib/translations/rules'
import { isOpen, openPages } from '@/lib/visibility/rules'

/**
 * Sitemap with the home page and all pages that visitors can open now and that have content,
 * including the page of each performer.
 */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [{ publicUrl }, visibility, texts] = await Promise.all([
    getFestival(),
    getVisibility(),
    getTexts(),
  ])
  const performers = isOpen(visibility, '/lineup') ? await getPublicLineup() : []
  const pages = ['/', ...openPages(visibility).map((page) => page.address)]
  return [
    ...pages.filter((address) => hasContent(texts, address)),
    ...performers.map(({ slug }) => performerAddress(slug)),
  ].map((address) => ({ url: `${publicUrl}${address}` }))
}
