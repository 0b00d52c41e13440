import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { lineupAnswer } from '@/lib/lineup/schema'
import { listPublicLineup } from '@/lib/lineup/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The performers that the public may see',
    query: listQuery,
    list: lineupAnswer,
  },
  ({ query }) => listPublicLineup(query),
)
