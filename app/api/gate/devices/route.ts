import { joinAsStaff } from '@/lib/gate/devices'
import { gateMeAnswer, newDeviceBody } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'entry',
    summary: 'Make the browser of whoever is signed in a device at a gate',
    body: newDeviceBody,
    answer: gateMeAnswer,
    secret: true,
  },
  ({ body, user, request }) => joinAsStaff(body, user, request),
)
