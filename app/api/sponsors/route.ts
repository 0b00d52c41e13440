import { SPONSOR_FIELDS } from '@/db/queries/sponsors'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'
import { newSponsor, sponsorAnswer } from '@/lib/sponsors/schema'
import { createSponsor, listSponsors } from '@/lib/sponsors/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'All sponsors as staff see them',
    query: listQuery,
    fields: SPONSOR_FIELDS,
    list: sponsorAnswer,
  },
  ({ query }) => listSponsors(query),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a sponsor, last, with a new link to its own guest list',
    accepts: 'form',
    maxBytes: FORM_WITH_IMAGE,
    body: newSponsor,
    answer: sponsorAnswer,
    status: 201,
  },
  ({ body, user }) => createSponsor(body, user),
)
