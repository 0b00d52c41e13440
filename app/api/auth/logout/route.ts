import { tokenRefresh } from '@/lib/auth/schema'
import { endBearerSession } from '@/lib/auth/sessions'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'anyone',
    summary: 'End the sign-in of a refresh token, with all its tokens',
    body: tokenRefresh,
    perMinute: 600,
    secret: true,
  },
  ({ body }) => endBearerSession(body.refresh),
)
