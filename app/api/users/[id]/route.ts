import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { userAnswer, userChange } from '@/lib/users/schema'
import { deleteUser, getUser, updateUser } from '@/lib/users/service'

export const GET = route(
  { may: 'admin', summary: 'One staff member', params: idParams, answer: userAnswer },
  ({ params }) => getUser(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change a person’s privilege or name; the last admin stays one',
    params: idParams,
    body: userChange,
    answer: userAnswer,
  },
  ({ params, body, user }) => updateUser(params.id, body, user),
)

export const DELETE = route(
  {
    may: 'admin',
    summary: 'Delete a person with all sign-ins; the last admin stays',
    params: idParams,
  },
  ({ params, user }) => deleteUser(params.id, user),
)
