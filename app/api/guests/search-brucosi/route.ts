import { searchBrucosi } from '@/lib/guests/lists'
import { brucosiSearchAnswer, brucosiSearchQuery } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'tickets',
    summary: 'Freshers by part of a JMBAG, and for a single one what was sent in',
    query: brucosiSearchQuery,
    answer: brucosiSearchAnswer,
  },
  ({ query, user }) => searchBrucosi(query.jmbag, user),
)
