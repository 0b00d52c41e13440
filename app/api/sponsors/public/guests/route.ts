import { z } from 'zod'
import { route } from '@/lib/http/route'
import {
  createSponsorGuest,
  deleteSponsorGuest,
  listSponsorGuests,
  updateSponsorGuest,
} from '@/lib/sponsors/own-list'
import {
  newSponsorGuest,
  sponsorGuestAnswer,
  sponsorGuestEmail,
  sponsorGuestKey,
  sponsorListKey,
} from '@/lib/sponsors/own-list-schema'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The guests of a sponsor’s own list, by its key',
    query: sponsorListKey,
    answer: z.array(sponsorGuestAnswer),
  },
  ({ query }) => listSponsorGuests(query.slug),
)

export const POST = route(
  {
    may: 'anyone',
    summary: 'Add a guest to a sponsor’s own list, by its key',
    body: newSponsorGuest,
    answer: sponsorGuestAnswer,
    status: 201,
  },
  ({ body }) => createSponsorGuest(body),
)

export const PUT = route(
  {
    may: 'anyone',
    summary: 'Write an address beside a guest of a sponsor’s own list, by its key, for its pass',
    body: sponsorGuestEmail,
  },
  ({ body }) => updateSponsorGuest(body),
)

export const DELETE = route(
  {
    may: 'anyone',
    summary: 'Delete a guest from a sponsor’s own list, by its key',
    query: sponsorGuestKey,
  },
  ({ query }) => deleteSponsorGuest(query),
)
