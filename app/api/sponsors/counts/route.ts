import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { listSponsorCounts } from '@/lib/sponsors/invitations'
import { sponsorCountsAnswer } from '@/lib/sponsors/schema'

export const GET = route(
  {
    may: 'admin',
    summary: 'Per company: places approved, names on its list, arrivals',
    query: listQuery,
    list: sponsorCountsAnswer,
  },
  ({ query }) => listSponsorCounts(query),
)
