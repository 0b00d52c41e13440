import { leave, moveToGate, readMe } from '@/lib/gate/devices'
import { gateMeAnswer, moveDeviceBody } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  { may: 'device', summary: 'The device that asks, and the gates', answer: gateMeAnswer },
  ({ user }) => readMe(user),
)

export const PUT = route(
  { may: 'device', summary: 'Go to another gate, for staff', body: moveDeviceBody },
  ({ body, user }) => moveToGate(user, body.gateId),
)

export const DELETE = route({ may: 'device', summary: 'Leave the gate' }, ({ user }) => leave(user))
