import { LINEUP_FIELDS } from '@/db/queries/lineup'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { lineupAnswer } from '@/lib/lineup/schema'
import { listPublicLineup } from '@/lib/lineup/service'
import { seesPage } from '@/lib/visibility/hidden'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The performers that the public may see; none while the line-up is hidden',
    query: listQuery,
    fields: LINEUP_FIELDS,
    list: lineupAnswer,
  },
  async ({ query, request }) => listPublicLineup(query, await seesPage(request, '/lineup')),
)
