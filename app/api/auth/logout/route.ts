import { route } from '@/lib/api/route'
import { tokenRefresh } from '@/lib/auth/schema'
import { endBearerSession } from '@/lib/auth/sessions'

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
