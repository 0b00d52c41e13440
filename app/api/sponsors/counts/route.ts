import { SPONSOR_COUNT_FIELDS } from '@/db/queries/sponsors-invitations'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { listSponsorCounts } from '@/lib/sponsors/invitations'
import { sponsorCountsAnswer } from '@/lib/sponsors/schema'

export const GET = route(
  {
    may: 'admin',
    summary: 'Per company: places approved, names on its list, arrivals',
    query: listQuery,
    fields: SPONSOR_COUNT_FIELDS,
    list: sponsorCountsAnswer,
  },
  ({ query }) => listSponsorCounts(query),
)
