import { z } from 'zod'
import { route } from '@/lib/http/route'
import { GAME_MEDIA, serveGameFile } from '@/lib/leaderboard/files'

const gameFileParams = z.object({ file: z.string().max(100) })

export const GET = route(
  {
    may: 'anyone',
    summary: 'A file of the game, as /game/… brings it while the game is shown',
    params: gameFileParams,
    media: GAME_MEDIA,
    // Some fifteen files to each player of a whole faculty.
    perMinute: 12_000,
  },
  ({ params, request }) => serveGameFile(params.file, request.headers),
)
