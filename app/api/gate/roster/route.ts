import { rosterPage } from '@/lib/gate/roster'
import { rosterQuery } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'device',
    summary: 'A page of the roster behind a guest’s number, packed in columns',
    query: rosterQuery,
    media: ['application/octet-stream'],
  },
  ({ query, request }) => rosterPage(query.after, request),
)
