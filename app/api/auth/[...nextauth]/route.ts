import NextAuth from 'next-auth'
import { authOptions } from '@/lib/auth/options'

/** Sign-in and sign-out of browsers; programs use /api/auth/google. */
const handler = (request: Request, context: unknown) =>
  NextAuth(request as never, context as never, authOptions())

export { handler as GET, handler as POST }
