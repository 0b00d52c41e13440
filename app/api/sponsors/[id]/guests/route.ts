import { z } from 'zod'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { listedGuestAnswer } from '@/lib/sponsors/list-schema'
import { readListedGuests } from '@/lib/sponsors/lists'

export const GET = route(
  {
    may: 'admin',
    summary: 'The guests on a sponsor’s list, with arrivals and passes',
    params: idParams,
    answer: z.array(listedGuestAnswer),
  },
  ({ params }) => readListedGuests(params.id),
)
