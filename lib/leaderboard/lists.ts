import { getDb } from '@/db/client'
import {
  LEADERBOARD_FIELDS,
  listLeaderboard,
  PUBLIC_LEADERBOARD_FIELDS,
} from '@/db/queries/leaderboard'
import type { UserRow } from '@/db/queries/users'
import { may } from '@/lib/auth/rules'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import type { LeaderboardEntry } from './schema'
import { viewEntry } from './view'

/** Entries and how many match; by e-mail, and with it, for admins only. */
export async function findLeaderboard(
  query: ListQuery,
  user: UserRow | null,
): Promise<{ rows: LeaderboardEntry[]; total: number }> {
  const isAdmin = user !== null && may(user.privilege, 'admin')
  const params = listParams(query, isAdmin ? LEADERBOARD_FIELDS : PUBLIC_LEADERBOARD_FIELDS)
  const { rows, total } = await listLeaderboard(getDb(), params)
  return { rows: rows.map((row) => viewEntry(row, isAdmin)), total }
}
