import { checkInAnswer, checkInBody } from '@/lib/guests/schema'
import { admitGuest } from '@/lib/guests/service'
import { route } from '@/lib/http/route'

/** The gate's scan: look-up and admission in one call. */
export const POST = route(
  {
    may: 'entry',
    summary: 'Admit the bearer of a confirmation code',
    body: checkInBody,
    answer: checkInAnswer,
  },
  ({ body, user }) => admitGuest(body, user),
)
