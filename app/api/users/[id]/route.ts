import { deletesOne, getsOne, updatesOne } from '@/lib/http/one'
import { userAnswer, userChange } from '@/lib/users/schema'
import { deleteUser, getUser, updateUser } from '@/lib/users/service'

export const GET = getsOne(
  { may: 'admin', summary: 'One staff member', answer: userAnswer },
  getUser,
)

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Change a person’s privilege or name; the last admin stays one',
    body: userChange,
    answer: userAnswer,
  },
  updateUser,
)

export const DELETE = deletesOne(
  {
    may: 'admin',
    summary: 'Delete a person with all sign-ins; the last admin stays',
  },
  deleteUser,
)
