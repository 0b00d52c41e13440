import type { MetadataRoute } from 'next'
import { getFestival } from '@/lib/site/festival'

/**
 * Serves the same robots.txt before and after the site goes live. Search engines cache the file for
 * a day, and must be able to index the site on the day on which it opens. Hidden pages respond with
 * 404.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { publicUrl } = await getFestival()
  return {
    rules: { userAgent: '*', allow: ['/', '/api/images/'], disallow: ['/admin', '/api/'] },
    sitemap: `${publicUrl}/sitemap.xml`,
  }
}
