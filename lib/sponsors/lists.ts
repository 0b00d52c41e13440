import { getDb } from '@/db/client'
import { listVisibleSponsors, PUBLIC_SPONSOR_FIELDS } from '@/db/queries/public-sponsors'
import { listSponsorCounts, SPONSOR_COUNT_FIELDS } from '@/db/queries/sponsor-guests'
import { listSponsors, SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { PublicSponsor, Sponsor, SponsorCounts } from './schema'
import { viewPublicSponsor, viewSponsor } from './view'

interface Page<Row> {
  rows: Row[]
  /** All that match, also those beyond the limit. */
  total: number
}

/** The sponsors that the public may see. */
export async function findPublicSponsors(query: ListQuery): Promise<Page<PublicSponsor>> {
  const params = listParams(query, PUBLIC_SPONSOR_FIELDS)
  const { rows, total } = await listVisibleSponsors(getDb(), params)
  return { rows: rows.map(viewPublicSponsor), total }
}

/** All sponsors, for staff. */
export async function findSponsors(query: ListQuery): Promise<Page<Sponsor>> {
  const { rows, total } = await listSponsors(getDb(), listParams(query, SPONSOR_FIELDS))
  return { rows: rows.map(viewSponsor), total }
}

/** Per company: places approved, names on its list, arrivals. */
export const findSponsorCounts = (query: ListQuery): Promise<Page<SponsorCounts>> =>
  listSponsorCounts(getDb(), listParams(query, SPONSOR_COUNT_FIELDS))
