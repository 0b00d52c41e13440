import { route } from '@/lib/http/route'
import { visibilityAnswer, visibilityChange, visibilityKey } from '@/lib/visibility/schema'
import { getVisibilityFlag, setVisibility } from '@/lib/visibility/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'One flag or time',
    params: visibilityKey,
    answer: visibilityAnswer,
  },
  ({ params }) => getVisibilityFlag(params.key),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Set a flag (0 or 1) or a time (ISO instant, empty to clear)',
    params: visibilityKey,
    body: visibilityChange,
    answer: visibilityAnswer,
  },
  ({ params, body, user }) => setVisibility(params.key, body, user),
)
