import { sql } from 'drizzle-orm'
import type { Db } from '@/db/pool'
import { sponsors } from '../schema/sponsors'

/** Whether a slug opens a list: one statement, whatever is wrong with it. */
export async function isSponsorSlug(db: Db, slug: string): Promise<boolean> {
  return (await db.select({ id: sponsors.id }).from(sponsors).where(hasSlug(slug))).length > 0
}

/** PostgreSQL would refuse any other text as a slug. */
export const mayBeSlug = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A text that cannot be a slug finds no sponsor instead of failing. */
export const hasSlug = (slug: string) =>
  mayBeSlug(slug) ? sql`${sponsors.slug} = ${slug}::uuid` : sql`false`
