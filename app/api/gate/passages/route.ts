import { takePassages } from '@/lib/gate/passages'
import { passagesAnswer, passagesBody } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'device-before',
    summary: 'Deliver what a device decided alone; also empty, as its sign of life',
    body: passagesBody,
    answer: passagesAnswer,
  },
  ({ body, user }) => takePassages(body, user),
)
