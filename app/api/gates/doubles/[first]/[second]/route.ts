import { settleDouble } from '@/lib/gate/board'
import { doubleParams, settleDoubleBody } from '@/lib/gate/board-schema'
import { route } from '@/lib/http/route'

export const PUT = route(
  {
    may: 'admin',
    summary: 'Settle a double with a word; after a mistake the second passage is taken back',
    params: doubleParams,
    body: settleDoubleBody,
  },
  ({ params, body, user }) => settleDouble([params.first, params.second], body.settled, user),
)
