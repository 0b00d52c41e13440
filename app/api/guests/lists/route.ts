import { findLists } from '@/lib/guests/lists'
import { gateListsAnswer } from '@/lib/guests/schema'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    may: 'entry',
    summary: 'The tags and sponsors that guests come from, for the gate to choose one',
    answer: gateListsAnswer,
  },
  ({ user }) => findLists(user),
)
