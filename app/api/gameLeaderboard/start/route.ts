import { route } from '@/lib/http/route'
import { startRound } from '@/lib/leaderboard/proof'
import { startAnswer } from '@/lib/leaderboard/schema'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Begin a round of the game: the token that its score is sent in with',
    answer: startAnswer,
    status: 201,
    perMinute: 3000,
  },
  () => startRound(),
)
