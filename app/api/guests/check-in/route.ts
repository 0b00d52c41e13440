import { checkInBody } from '@/lib/guests/schema'
import { admitGuest } from '@/lib/guests/service'
import { route } from '@/lib/http/route'

/** The gate's scan: look-up and admission in one call. */
export const POST = route({ may: 'entry', body: checkInBody }, ({ body, user }) =>
  admitGuest(body.confCode, user),
)
