import type { LeaderboardRow } from '@/db/queries/leaderboard'
import type { LeaderboardEntry } from './schema'

/** An e-mail address leaves the server for an admin only (decisions.md, The API). */
export const viewEntry = (row: LeaderboardRow, forAdmin: boolean): LeaderboardEntry => {
  const { id, name, score, email } = row
  return forAdmin ? { id, name, score, email } : { id, name, score }
}
