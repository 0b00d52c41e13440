import { signInRow, signInsEndedAnswer } from '@/lib/auth/schema'
import { endOtherSignIns, findSignIns } from '@/lib/auth/sign-ins'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'signed-in', summary: 'Where the caller is signed in, last used first', list: signInRow },
  ({ user, request }) => findSignIns(user.id, request),
)

export const DELETE = route(
  {
    may: 'signed-in',
    summary: 'End the caller’s other sign-ins',
    answer: signInsEndedAnswer,
  },
  ({ user, request }) => endOtherSignIns(user, request),
)
