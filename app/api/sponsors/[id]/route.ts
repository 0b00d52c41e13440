import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { FORM_WITH_IMAGE } from '@/lib/images/schema'
import { sponsorAnswer, sponsorChange } from '@/lib/sponsors/schema'
import { deleteSponsor, getSponsor, updateSponsor } from '@/lib/sponsors/service'

export const GET = route(
  { may: 'admin', summary: 'One sponsor', params: idParams, answer: sponsorAnswer },
  ({ params }) => getSponsor(params.id),
)

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change some or all of a sponsor; the picture stays when none is sent',
    params: idParams,
    accepts: 'form',
    maxBytes: FORM_WITH_IMAGE,
    body: sponsorChange,
    answer: sponsorAnswer,
  },
  ({ params, body, user }) => updateSponsor(params.id, body, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Delete a sponsor and the guests of its list', params: idParams },
  ({ params, user }) => deleteSponsor(params.id, user),
)
