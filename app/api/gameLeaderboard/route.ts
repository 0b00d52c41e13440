import { PUBLIC_LEADERBOARD_FIELDS } from '@/db/queries/leaderboard'
import { callerOf } from '@/lib/http/caller'
import { route } from '@/lib/http/route'
import {
  leaderboardAnswer,
  leaderboardQuery,
  newScoreBody,
  placedAnswer,
} from '@/lib/leaderboard/schema'
import { findLeaderboard, submitScore } from '@/lib/leaderboard/service'
import { seesPage } from '@/lib/visibility/hidden'

export const GET = route(
  {
    may: 'anyone',
    summary:
      'The game’s leaderboard, best first; empty while the game is hidden; e-mails for admins only',
    query: leaderboardQuery,
    fields: PUBLIC_LEADERBOARD_FIELDS,
    list: leaderboardAnswer,
    // Every open page of a whole faculty looks here again and again.
    perMinute: 6000,
  },
  async ({ query, request }) =>
    findLeaderboard(query, await callerOf(request), await seesPage(request, '/igrica')),
)

export const POST = route(
  {
    may: 'anyone',
    summary:
      'Send in a score; it counts with the seed’s presses, which the server plays again (/gameLeaderboard/start/)',
    body: newScoreBody,
    answer: placedAnswer,
    status: 201,
    perMinute: 1200,
  },
  ({ body }) => submitScore(body),
)
