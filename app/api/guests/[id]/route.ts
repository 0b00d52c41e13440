import { guestChange, guestId } from '@/lib/guests/schema'
import { changeGuest, readGuest } from '@/lib/guests/service'
import { route } from '@/lib/http/route'

export const GET = route({ may: 'staff', params: guestId }, ({ params }) => readGuest(params.id))

export const PUT = route(
  { may: 'staff', params: guestId, body: guestChange },
  ({ params, body, user }) => changeGuest(params.id, body, user),
)
