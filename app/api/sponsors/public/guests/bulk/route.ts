import { route } from '@/lib/http/route'
import { createSponsorGuests } from '@/lib/sponsors/own-list'
import { addedSponsorGuests, BULK_BYTES, newSponsorGuests } from '@/lib/sponsors/own-list-schema'

export const POST = route(
  {
    may: 'anyone',
    summary:
      'Add as many guests to a sponsor’s own list as there is room for, by its key; says what became of each',
    body: newSponsorGuests,
    maxBytes: BULK_BYTES,
    answer: addedSponsorGuests,
    creates: true,
  },
  ({ body }) => createSponsorGuests(body),
)
