import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { sponsorAnswer } from '@/lib/sponsors/schema'
import { replaceSponsorLink } from '@/lib/sponsors/service'

export const POST = route(
  {
    may: 'admin',
    summary: 'Replace a leaked link: the guests stay, the old address leads nowhere',
    params: idParams,
    answer: sponsorAnswer,
  },
  ({ params, user }) => replaceSponsorLink(params.id, user),
)
