import { deletesOne, getsOne, updatesOne } from '@/lib/http/one'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'
import { lineupAnswer, lineupChange } from '@/lib/lineup/schema'
import { deleteLineupItem, getLineupItem, updateLineupItem } from '@/lib/lineup/service'

export const GET = getsOne(
  { may: 'admin', summary: 'One performer', answer: lineupAnswer },
  getLineupItem,
)

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Change some or all of a performer; the picture stays when none is sent',
    accepts: 'form',
    maxBytes: FORM_WITH_IMAGE,
    body: lineupChange,
    answer: lineupAnswer,
  },
  updateLineupItem,
)

export const DELETE = deletesOne({ may: 'admin', summary: 'Delete a performer' }, deleteLineupItem)
