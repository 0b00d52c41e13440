import { GUEST_FIELDS } from '@/db/queries/guests'
import { createGuest } from '@/lib/guests/admin'
import { findGuests } from '@/lib/guests/lists'
import { guestAnswer, guestListQuery, newGuestAnswer, newGuestBody } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'entry',
    summary: 'The guest list; whoever is not an admin must search',
    query: guestListQuery,
    fields: GUEST_FIELDS,
    list: guestAnswer,
  },
  ({ query, user }) => findGuests(query, user),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a guest to the list of a tag or of a sponsor',
    body: newGuestBody,
    answer: newGuestAnswer,
    status: 201,
  },
  ({ body, user }) => createGuest(body, user),
)
