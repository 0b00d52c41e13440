import { idParams } from '@/lib/http/fields'
import { route } from '@/lib/http/route'
import { leaderboardAnswer, renameBody } from '@/lib/leaderboard/schema'
import { deleteEntry, renameEntry } from '@/lib/leaderboard/service'

export const PUT = route(
  {
    may: 'admin',
    summary: 'Change a nickname on the leaderboard',
    params: idParams,
    body: renameBody,
    answer: leaderboardAnswer,
  },
  ({ params, body, user }) => renameEntry(params.id, body.name, user),
)

export const DELETE = route(
  { may: 'admin', summary: 'Take an entry off the leaderboard', params: idParams },
  ({ params, user }) => deleteEntry(params.id, user),
)
