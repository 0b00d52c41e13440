import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'
import { lineupAnswer, lineupChange } from '@/lib/lineup/schema'
import { deleteLineupItem, getLineupItem, updateLineupItem } from '@/lib/lineup/service'

export const GET = route(
  { may: 'admin', summary: 'One performer', params: idParams, answer: lineupAnswer },
  ({ params }) => getLineupItem(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change some or all of a performer; the picture stays when none is sent',
    params: idParams,
    accepts: 'form',
    maxBytes: FORM_WITH_IMAGE,
    body: lineupChange,
    answer: lineupAnswer,
  },
  ({ params, body, user }) => updateLineupItem(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a performer', params: idParams },
  ({ params, user }) => deleteLineupItem(params.id, user),
)
