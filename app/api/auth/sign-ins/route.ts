import { route } from '@/lib/api/route'
import { signInRow, signInsEndedAnswer } from '@/lib/auth/schema'
import { endOtherSignIns, findSignIns } from '@/lib/sign-ins/service'

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
