import { getDb } from '@/db/pool'
import { isSponsorSlug } from '@/db/queries/sponsor-slug'

/** Whether an address opens a sponsor's list. */
export const sponsorListExists = (slug: string): Promise<boolean> => isSponsorSlug(getDb(), slug)
