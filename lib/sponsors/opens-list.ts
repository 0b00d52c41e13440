import { getDb } from '@/db/pool'
import { isSponsorSlug } from '@/db/queries/sponsor-slug'

/** Whether a sponsor's guest list has this slug, which is the secret part of the list's URL. */
export const sponsorListExists = (slug: string): Promise<boolean> => isSponsorSlug(getDb(), slug)
