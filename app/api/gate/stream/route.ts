import { streamChanges } from '@/lib/gate/feed'
import { changesQuery } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'device',
    summary: 'The same changes as they come, as server-sent events',
    query: changesQuery,
    media: ['text/event-stream'],
  },
  ({ query, user, request }) => streamChanges(user, query.since, request),
)
