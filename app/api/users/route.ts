import { USER_FIELDS } from '@/db/queries/users'
import { route } from '@/lib/http/route'
import { newUserBody, userAnswer, userListQuery } from '@/lib/users/schema'
import { createUser, listUsers } from '@/lib/users/service'

export const GET = route(
  {
    may: 'admin',
    summary: 'Staff, found by name or e-mail, or of one privilege',
    query: userListQuery,
    fields: USER_FIELDS,
    list: userAnswer,
  },
  ({ query }) => listUsers(query),
)

export const POST = route(
  {
    may: 'admin',
    summary: 'Add a staff member before the first sign-in',
    body: newUserBody,
    answer: userAnswer,
    status: 201,
  },
  ({ body, user }) => createUser(body, user),
)
