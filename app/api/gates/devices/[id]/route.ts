import { revokeDevice } from '@/lib/gate/board'
import { deviceParams } from '@/lib/gate/board-schema'
import { route } from '@/lib/http/route'

export const DELETE = route(
  { may: 'admin', summary: 'Revoke a device, which wipes itself', params: deviceParams },
  ({ params, user }) => revokeDevice(params.id, user),
)
