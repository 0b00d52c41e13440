import { PUBLIC_LEADERBOARD_FIELDS } from '@/db/queries/leaderboard'
import { callerOf } from '@/lib/api/caller'
import { deleteEndpoint } from '@/lib/api/crud-endpoints'
import { route } from '@/lib/api/route'
import { idParams } from '@/lib/http/fields'
import { startRound } from '@/lib/leaderboard/rounds'
import {
  leaderboardQuery,
  leaderboardResponse,
  newScoreBody,
  placedResponse,
  renameBody,
  startResponse,
} from '@/lib/leaderboard/schema'
import { deleteEntry, findLeaderboard, renameEntry, submitScore } from '@/lib/leaderboard/service'
import { canSeePage } from '@/lib/visibility/hidden'

export const gameEndpoints = {
  gameLeaderboard: {
    GET: route(
      {
        access: 'anyone',
        showsStaffMore: true,
        summary:
          'The game’s leaderboard, best first; empty while the game is hidden; e-mails for admins only',
        query: leaderboardQuery,
        fields: PUBLIC_LEADERBOARD_FIELDS,
        rows: leaderboardResponse,
        // Each open page polls this list, and the students of a whole faculty may share one IP.
        perMinute: 6000,
      },
      async ({ query, request }) =>
        findLeaderboard(query, await callerOf(request), await canSeePage(request, '/igrica')),
    ),
    POST: route(
      {
        access: 'anyone',
        summary:
          'Send in a score; it counts with the presses of its round, which the server replays (/gameLeaderboard/start/)',
        body: newScoreBody,
        response: placedResponse,
        status: 201,
        endsWithNight: true,
        perMinute: 1200,
      },
      ({ body }) => submitScore(body),
    ),
  },
  'gameLeaderboard/[id]': {
    PUT: route(
      {
        access: 'admin',
        summary: 'Change a nickname on the leaderboard',
        params: idParams,
        body: renameBody,
        response: leaderboardResponse,
      },
      ({ params, body, user }) => renameEntry(params.id, body.name, user),
    ),
    ...deleteEndpoint('Delete an entry of the leaderboard', deleteEntry),
  },
  'gameLeaderboard/start': {
    POST: route(
      {
        access: 'anyone',
        summary: 'Start a round of the game: its seed, and the token for sending its score',
        response: startResponse,
        status: 201,
        perMinute: 3000,
      },
      () => startRound(),
    ),
  },
}
