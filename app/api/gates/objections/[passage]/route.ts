import { settleObjection } from '@/lib/gate/board'
import { passageParams, settleObjectionBody } from '@/lib/gate/board-schema'
import { route } from '@/lib/http/route'

export const PUT = route(
  {
    may: 'admin',
    summary: 'Settle what the server would have refused: the guest stays, or was led out',
    params: passageParams,
    body: settleObjectionBody,
  },
  ({ params, body, user }) => settleObjection(params.passage, body.settled, user),
)
