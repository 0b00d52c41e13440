import { cacheLife, cacheTag } from 'next/cache'
import { type CacheTag, generation, unlessBuilding } from '@/lib/cache/tags'
import { TOP } from './rules'
import type { LeaderboardEntry } from './schema'
import { findLeaderboard } from './service'

/** The best twenty, kept until one of them changes. */
export const getTopScores = () => topScoresAt(generation('leaderboard'))

async function topScoresAt(_generation: number): Promise<LeaderboardEntry[]> {
  'use cache'
  cacheTag('leaderboard' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await findLeaderboard({ limit: TOP }, null)).rows)
}
