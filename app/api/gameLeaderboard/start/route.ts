import { route } from '@/lib/http/route'
import { startRound } from '@/lib/leaderboard/rounds'
import { startAnswer } from '@/lib/leaderboard/schema'

export const POST = route(
  {
    may: 'anyone',
    summary: 'Begin a round of the game: its seed, and the token that its score is sent in with',
    answer: startAnswer,
    status: 201,
    perMinute: 3000,
  },
  () => startRound(),
)
