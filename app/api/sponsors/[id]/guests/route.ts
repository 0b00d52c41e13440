import { z } from 'zod'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { listGuestsOfSponsor } from '@/lib/sponsors/own-list'
import { listedGuestAnswer } from '@/lib/sponsors/own-list-schema'

export const GET = route(
  {
    may: 'admin',
    summary: 'The guests on a sponsor’s list, with arrivals and passes',
    params: idParams,
    answer: z.array(listedGuestAnswer),
  },
  ({ params }) => listGuestsOfSponsor(params.id),
)
