import { admitIdentity, readIdToken } from '@/lib/auth/identity'
import { googleSignIn, signInAnswer } from '@/lib/auth/schema'
import { openBearerSession } from '@/lib/auth/sessions'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Exchange a Google ID token for our tokens',
    body: googleSignIn,
    answer: signInAnswer,
    perMinute: 120,
    secret: true,
  },
  async ({ body }) => {
    const user = await admitIdentity(await readIdToken(body.token))
    return { ...(await openBearerSession(user.id)), user }
  },
)
