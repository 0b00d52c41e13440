import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findPublicLineup } from '@/lib/lineup/lists'
import { lineupAnswer } from '@/lib/lineup/schema'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The performers that the public may see',
    query: listQuery,
    list: lineupAnswer,
  },
  ({ query }) => findPublicLineup(query),
)
