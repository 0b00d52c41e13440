import { route } from '@/lib/api/route'
import { accountAnswer } from '@/lib/auth/schema'

export const GET = route(
  { may: 'signed-in', summary: 'Who is signed in', answer: accountAnswer },
  ({ user: { signInId: _, ...user } }) => user,
)
