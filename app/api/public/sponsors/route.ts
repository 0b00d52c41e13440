import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { publicSponsorAnswer } from '@/lib/sponsors/schema'
import { listPublicSponsors } from '@/lib/sponsors/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The sponsors that the public may see',
    query: listQuery,
    list: publicSponsorAnswer,
  },
  ({ query }) => listPublicSponsors(query),
)
