import { tokenRefresh } from '@/lib/auth/schema'
import { refreshBearerSession } from '@/lib/auth/sessions'
import { route } from '@/lib/http/route'

export const POST = route({ may: 'anyone', body: tokenRefresh, perMinute: 600 }, ({ body }) =>
  refreshBearerSession(body.refresh),
)
