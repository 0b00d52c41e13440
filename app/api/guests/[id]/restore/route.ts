import { restoreGuest } from '@/lib/guests/admin'
import { guestAnswer, restoreQuery } from '@/lib/guests/schema'
import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'

export const POST = route(
  {
    may: 'admin',
    summary: 'Undo the deletion of a guest, onto another list if one is named',
    params: idParams,
    query: restoreQuery,
    answer: guestAnswer,
  },
  ({ params, query, user }) => restoreGuest(params.id, query.tag, user),
)
