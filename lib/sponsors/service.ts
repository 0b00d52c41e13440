import { getDb } from '@/db/client'
import { listVisibleSponsors, PUBLIC_SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { PublicSponsor } from './schema'
import { viewPublicSponsor } from './view'

/** The sponsors that the public may see, and how many match. */
export async function findPublicSponsors(
  query: ListQuery,
): Promise<{ rows: PublicSponsor[]; total: number }> {
  const { rows, total } = await listVisibleSponsors(
    getDb(),
    listParams(query, PUBLIC_SPONSOR_FIELDS),
  )
  return { rows: rows.map(viewPublicSponsor), total }
}
