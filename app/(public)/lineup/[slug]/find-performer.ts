import type { LineupItem } from '@/lib/lineup/schema'
import { getPublicLineup } from '@/lib/site/reads'

/** Whom an address names, of those whom visitors may see. */
export async function findPerformer(inAddress: string): Promise<LineupItem | undefined> {
  const performers = await getPublicLineup()
  return performers.find(({ slug }) => slug === inAddress || encodeURIComponent(slug) === inAddress)
}
