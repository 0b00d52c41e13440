import { route } from '@/lib/http/route'
import { visibilityAnswer, visibilityChange, visibilityKey } from '@/lib/visibility/schema'
import { setVisibility } from '@/lib/visibility/service'

export const PUT = route(
  {
    may: 'admin',
    summary: 'Set a flag (0 or 1) or a time (ISO instant, empty to clear)',
    params: visibilityKey,
    body: visibilityChange,
    answer: visibilityAnswer,
  },
  ({ params, body, user }) => setVisibility(params.key, body.visible, user),
)
