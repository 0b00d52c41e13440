import { GUEST_FIELDS } from '@/db/queries/guests'
import { countGuests } from '@/lib/guests/lists'
import { guestCountsAnswer } from '@/lib/guests/schema'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'admin',
    summary: 'How many guests match a search, per list, ticket and presence',
    fields: GUEST_FIELDS,
    query: listQuery.pick({ search: true, search_fields: true }),
    answer: guestCountsAnswer,
  },
  ({ query }) => countGuests(query),
)
