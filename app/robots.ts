import type { MetadataRoute } from 'next'
import { getFestival } from '@/lib/site/festival'

/**
 * The same before and after the opening: search engines keep this file for a day, and a
 * closed site must be found on the day it opens. What is hidden is hidden by its 404.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const { publicUrl } = await getFestival()
  return {
    rules: { userAgent: '*', allow: ['/', '/api/images/'], disallow: ['/admin', '/api/'] },
    sitemap: `${publicUrl}/sitemap.xml`,
  }
}
