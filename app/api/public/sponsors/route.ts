import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findPublicSponsors } from '@/lib/sponsors/lists'
import { publicSponsorAnswer } from '@/lib/sponsors/schema'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The sponsors that the public may see',
    query: listQuery,
    list: publicSponsorAnswer,
  },
  ({ query }) => findPublicSponsors(query),
)
