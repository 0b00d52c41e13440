import { scan } from '@/lib/gate/passages'
import { scanAnswer, scanBody } from '@/lib/gate/schema'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'device',
    summary: 'Decide a ticket, or a guest found by name, and record the passage',
    body: scanBody,
    answer: scanAnswer,
  },
  ({ body, user }) => scan(body, user),
)
