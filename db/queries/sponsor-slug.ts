import { sql } from 'drizzle-orm'
import type { Db } from '@/db/pool'
import { sponsors } from '../schema/sponsors'

/**
 * Whether a sponsor has this slug. Every slug takes one statement, whatever is wrong with it (rule
 * 5.14: every wrong slug gets the same answer).
 */
export async function isSponsorSlug(db: Db, slug: string): Promise<boolean> {
  return (await db.select({ id: sponsors.id }).from(sponsors).where(hasSlug(slug))).length > 0
}

/**
 * Whether a text has the form of a slug, which is a UUID. PostgreSQL would refuse any other text.
 */
export const mayBeSlug = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/**
 * SQL condition: the sponsor has this slug. A text that cannot be a slug finds no sponsor instead
 * of failing.
 */
export const hasSlug = (slug: string) =>
  mayBeSlug(slug) ? sql`${sponsors.slug} = ${slug}::uuid` : sql`false`
