import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth/options'
import { failure } from '@/lib/http/failure'
import { limitAddress } from '@/lib/http/rate-limit'

const SIGN_INS_PER_MINUTE = 120

/** Sign-in and sign-out of browsers; programs use /api/auth/google. */
const handler = async (request: Request, context: unknown) => {
  const isSignIn = /\/(signin|callback)\//.test(new URL(request.url).pathname)
  try {
    if (isSignIn) await limitAddress(request, SIGN_INS_PER_MINUTE, 'sign-in')
  } catch (error) {
    return failure(request, error)
  }
  return NextAuth(request as never, context as never, authOptions(request))
}

export { handler as GET, handler as POST }
