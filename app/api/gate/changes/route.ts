import { changesFor, changesSince } from '@/lib/gate/roster'
import { changesAnswer, changesQuery } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'device',
    summary: 'What has changed in the roster since a cursor',
    query: changesQuery,
    answer: changesAnswer,
  },
  async ({ query, user }) => changesFor(user, await changesSince(query.since)),
)
