import { route } from '@/lib/api/route'
import { signInParams } from '@/lib/auth/schema'
import { endSignIn } from '@/lib/sign-ins/service'

export const DELETE = route(
  { may: 'signed-in', summary: 'End one of the caller’s sign-ins', params: signInParams },
  ({ params, user }) => endSignIn({ userId: user.id, id: params.id }, user),
)
