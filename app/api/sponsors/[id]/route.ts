import { deletesOne, getsOne, updatesOne } from '@/lib/http/one'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'
import { sponsorAnswer, sponsorChange } from '@/lib/sponsors/schema'
import { deleteSponsor, getSponsor, updateSponsor } from '@/lib/sponsors/service'

export const GET = getsOne(
  { may: 'admin', summary: 'One sponsor', answer: sponsorAnswer },
  getSponsor,
)

export const PUT = updatesOne(
  {
    may: 'admin',
    summary: 'Change some or all of a sponsor; the picture stays when none is sent',
    accepts: 'form',
    maxBytes: FORM_WITH_IMAGE,
    body: sponsorChange,
    answer: sponsorAnswer,
  },
  updateSponsor,
)

export const DELETE = deletesOne(
  { may: 'admin', summary: 'Delete a sponsor and the guests of its list' },
  deleteSponsor,
)
