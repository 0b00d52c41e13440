import type { z } from 'zod'
import { getDb } from '@/db/client'
import { ACTIVITY_FIELDS, listActivities } from '@/db/queries/activities'
import { listParams } from '@/lib/http/list-params'
import type { activityListQuery, ListedActivity } from './schema'

/** The record of who did what, newest first unless ordered otherwise; and how many match. */
export async function findActivities(
  query: z.output<typeof activityListQuery>,
): Promise<{ rows: ListedActivity[]; total: number }> {
  const { entity, entityId, action, user: userId } = query
  const params = { ...listParams(query, ACTIVITY_FIELDS), entity, entityId, action, userId }
  const { rows, total } = await listActivities(getDb(), params)
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total }
}
