import { route } from '@/lib/api/route'
import { tokenRefresh, tokensAnswer } from '@/lib/auth/schema'
import { refreshBearerSession } from '@/lib/auth/sessions'

export const POST = route(
  {
    may: 'anyone',
    summary: 'The next pair of tokens',
    body: tokenRefresh,
    answer: tokensAnswer,
    perMinute: 600,
    secret: true,
  },
  ({ body }) => refreshBearerSession(body.refresh),
)
