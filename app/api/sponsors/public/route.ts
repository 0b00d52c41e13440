import { route } from '@/lib/http/route'
import { getOwnList } from '@/lib/sponsors/own-list'
import { sponsorListAnswer, sponsorListKey } from '@/lib/sponsors/own-list-schema'

export const GET = route(
  {
    may: 'anyone',
    summary: 'A sponsor’s own list by its key: how many may be on it and until when',
    query: sponsorListKey,
    answer: sponsorListAnswer,
  },
  ({ query }) => getOwnList(query.slug),
)
