import { signInRow, signInsEndedAnswer } from '@/lib/auth/schema'
import { endSignInsOfUser, findSignInsOf } from '@/lib/auth/sessions'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'admin',
    summary: 'Where a person is signed in, last used first',
    params: idParams,
    list: signInRow,
  },
  ({ params, request }) => findSignInsOf(params.id, request),
)

export const DELETE = route(
  {
    may: 'admin',
    summary: 'End all sign-ins of a person',
    params: idParams,
    answer: signInsEndedAnswer,
  },
  ({ params, user }) => endSignInsOfUser(params.id, user),
)
