import { createPairing } from '@/lib/gate/board'
import { newPairingAnswer, newPairingBody } from '@/lib/gate/board-schema'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'admin',
    summary: 'Make a code by which one phone joins the gate, once and within ten minutes',
    params: idParams,
    body: newPairingBody,
    answer: newPairingAnswer,
    secret: true,
  },
  ({ params, body, user }) => createPairing(params.id, body, user),
)
