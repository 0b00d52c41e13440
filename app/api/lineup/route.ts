import { LINEUP_FIELDS } from '@/db/queries/lineup'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'
import { lineupAnswer, newLineupItem } from '@/lib/lineup/schema'
import { createLineupItem, listLineup } from '@/lib/lineup/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'All performers, also those not shown yet',
    query: listQuery,
    fields: LINEUP_FIELDS,
    list: lineupAnswer,
  },
  ({ query }) => listLineup(query),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a performer, last in the line-up',
    accepts: 'form',
    maxBytes: FORM_WITH_IMAGE,
    body: newLineupItem,
    answer: lineupAnswer,
    status: 201,
  },
  ({ body, user }) => createLineupItem(body, user),
)
