import { joinByPairing } from '@/lib/gate/devices'
import { gateMeAnswer, joinBody } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Join a phone to a gate by the code of a pairing, good once',
    body: joinBody,
    answer: gateMeAnswer,
    secret: true,
  },
  ({ body, request }) => joinByPairing(body, request),
)
