import { z } from 'zod'
import { route } from '@/lib/http/route'
import {
  newSponsorGuest,
  sponsorGuestAnswer,
  sponsorGuestEmail,
  sponsorGuestKey,
  sponsorListKey,
} from '@/lib/sponsors/list-schema'
import { addToSponsorList, deleteFromSponsorList, readSponsorGuests } from '@/lib/sponsors/own-list'
import { addressSponsorGuest } from '@/lib/sponsors/passes'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The guests of a sponsor’s own list, by its key',
    query: sponsorListKey,
    answer: z.array(sponsorGuestAnswer),
  },
  ({ query }) => readSponsorGuests(query.slug),
)

export const POST = route(
  {
    may: 'anyone',
    summary: 'Add a guest to a sponsor’s own list, by its key',
    body: newSponsorGuest,
    answer: sponsorGuestAnswer,
    status: 201,
  },
  ({ body }) => addToSponsorList(body),
)

export const PUT = route(
  {
    may: 'anyone',
    summary: 'Write an address beside a guest of a sponsor’s own list, by its key, for its pass',
    body: sponsorGuestEmail,
  },
  ({ body }) => addressSponsorGuest(body),
)

export const DELETE = route(
  {
    may: 'anyone',
    summary: 'Delete a guest from a sponsor’s own list, by its key',
    query: sponsorGuestKey,
  },
  ({ query }) => deleteFromSponsorList(query),
)
