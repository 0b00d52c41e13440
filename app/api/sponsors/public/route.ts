import { route } from '@/lib/http/route'
import { sponsorListAnswer, sponsorListKey } from '@/lib/sponsors/list-schema'
import { readSponsorList } from '@/lib/sponsors/own-list'

export const GET = route(
  {
    may: 'anyone',
    summary: 'A sponsor’s own list by its key: how many may be on it and until when',
    query: sponsorListKey,
    answer: sponsorListAnswer,
  },
  ({ query }) => readSponsorList(query.slug),
)
