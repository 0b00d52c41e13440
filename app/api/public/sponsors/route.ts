import { PUBLIC_SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { publicSponsorAnswer } from '@/lib/sponsors/schema'
import { listPublicSponsors } from '@/lib/sponsors/service'
import { seesPage } from '@/lib/visibility/hidden'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The sponsors that the public may see; none while they are hidden',
    query: listQuery,
    fields: PUBLIC_SPONSOR_FIELDS,
    list: publicSponsorAnswer,
  },
  async ({ query, request }) => listPublicSponsors(query, await seesPage(request, '/sponsors')),
)
