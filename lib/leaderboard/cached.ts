import { cacheLife, cacheTag } from 'next/cache'
import type { CacheTag } from '@/lib/cache/tags'
import { unlessBuilding } from '@/lib/cache/unless-building'
import { TOP } from './rules'
import type { LeaderboardEntry } from './schema'
import { findLeaderboard } from './service'

/** The best twenty, kept until one of them changes. */
export async function getTopScores(): Promise<LeaderboardEntry[]> {
  'use cache'
  cacheTag('leaderboard' satisfies CacheTag)
  cacheLife('max')
  return unlessBuilding([], async () => (await findLeaderboard({ limit: TOP }, null)).rows)
}
