import { VISIBILITY_FIELDS } from '@/db/queries/visibility'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { visibilityAnswer } from '@/lib/visibility/schema'
import { listVisibilityFlags } from '@/lib/visibility/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'All flags and times',
    query: listQuery,
    fields: VISIBILITY_FIELDS,
    list: visibilityAnswer,
  },
  ({ query }) => listVisibilityFlags(query),
)
