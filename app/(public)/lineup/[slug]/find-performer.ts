import type { LineupItem } from '@/lib/lineup/schema'
import { getPublicLineup } from '@/lib/site/reads'

/**
 * Returns the visible performer with this slug, which may be URL-encoded. Undefined if there is
 * none.
 */
export async function findPerformer(slugInUrl: string): Promise<LineupItem | undefined> {
  const performers = await getPublicLineup()
  return performers.find(({ slug }) => slug === slugInUrl || encodeURIComponent(slug) === slugInUrl)
}
