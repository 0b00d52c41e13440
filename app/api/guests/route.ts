import { findGuests } from '@/lib/guests/lists'
import { guestAnswer, guestListQuery } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'entry',
    summary: 'The guest list; whoever is not an admin must search',
    query: guestListQuery,
    list: guestAnswer,
  },
  ({ query, user }) => findGuests(query, user),
)
