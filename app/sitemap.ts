import type { MetadataRoute } from 'next'
import { getVisibility } from '@/lib/cache/reads'
import { getFestival } from '@/lib/settings/cached'
import { openPages } from '@/lib/visibility/rules'

/** The home page and every page that opens by its address now. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [{ publicUrl }, visibility] = await Promise.all([getFestival(), getVisibility()])
  return ['/', ...openPages(visibility).map((page) => page.address)].map((address) => ({
    url: `${publicUrl}${address}`,
  }))
}
