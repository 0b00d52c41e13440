import { route } from '@/lib/api/route'
import { signInByIdToken } from '@/lib/auth/identity'
import { googleSignIn, signInAnswer } from '@/lib/auth/schema'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Exchange a Google ID token for our tokens; each is good for one sign-in',
    body: googleSignIn,
    answer: signInAnswer,
    perMinute: 120,
    secret: true,
  },
  ({ body, request }) => signInByIdToken(body.token, request.headers),
)
