import { accountAnswer } from '@/lib/auth/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'signed-in', summary: 'Who is signed in', answer: accountAnswer },
  ({ user: { signInId: _, ...user } }) => user,
)
