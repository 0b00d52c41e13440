import { admitIdentity, readIdToken } from '@/lib/auth/identity'
import { googleSignIn } from '@/lib/auth/schema'
import { openBearerSession } from '@/lib/auth/sessions'
import { route } from '@/lib/http/route'

export const POST = route(
  { may: 'anyone', body: googleSignIn, perMinute: 120 },
  async ({ body }) => {
    const user = await admitIdentity(await readIdToken(body.token))
    return { ...(await openBearerSession(user.id)), user }
  },
)
