import { route } from '@/lib/http/route'
import { visibilityChange, visibilityKey } from '@/lib/visibility/schema'
import { setVisibility } from '@/lib/visibility/service'

export const PUT = route(
  { may: 'admin', params: visibilityKey, body: visibilityChange },
  ({ params, body, user }) => setVisibility(params.key, body.visible, user),
)
