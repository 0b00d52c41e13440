import { callerOf } from '@/lib/http/caller'
import { listQuery } from '@/lib/http/list-params'
import { route } from '@/lib/http/route'
import { findLeaderboard } from '@/lib/leaderboard/lists'
import { leaderboardAnswer, newScoreBody, placedAnswer } from '@/lib/leaderboard/schema'
import { submitScore } from '@/lib/leaderboard/service'

export const GET = route(
  {
    may: 'anyone',
    summary: 'The game’s leaderboard, best first; e-mails, and the search by them, for admins only',
    query: listQuery,
    list: leaderboardAnswer,
    // Every open page of a whole faculty looks here again and again.
    perMinute: 6000,
  },
  async ({ query, request }) => findLeaderboard(query, await callerOf(request)),
)

export const POST = route(
  {
    may: 'anyone',
    summary: 'Send in the score of a played round, with the proof begun by /gameLeaderboard/start/',
    body: newScoreBody,
    answer: placedAnswer,
    status: 201,
    perMinute: 1200,
  },
  ({ body }) => submitScore(body),
)
