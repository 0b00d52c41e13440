import type { z } from 'zod'
import { type EntityName, isOnPublicSite } from '@/db/catalogue/entities'
import type { Db } from '@/db/pool'
import { getDb } from '@/db/pool'
import {
  ACTIVITY_FIELDS,
  type Changes,
  changesBetween,
  insertActivity,
  listActivities,
} from '@/db/queries/activities'
import type { Page } from '@/db/queries/list-query'
import { invalidate } from '@/lib/cache/invalidate'
import { listParams } from '@/lib/http/list-params'
import type { activityListQuery, ListedActivity } from './schema'

type State = { id: string | number } | null

/**
 * Adds a create (`before` null), a delete (`after` null) or an update to the activity log, in the
 * transaction of the write, and marks public pages stale. Does nothing if no field differs. Both states
 * are API objects.
 */
export async function logActivity<T extends State>(
  tx: Db,
  user: { id: number },
  entity: EntityName,
  [before, after]: [before: T, after: T],
  action = before ? (after ? 'changed' : 'deleted') : 'created',
): Promise<void> {
  const item = after ?? before
  const { id: _, ...changes } = changesBetween(before as object | null, after)
  if (!item || Object.keys(changes).length === 0) return
  await insertActivity(tx, { userId: user.id, entity, entityId: item.id, action, changes })
  if (isOnPublicSite(entity)) await invalidate(tx, entity)
}

/** Returns a function that logs actions on an entity which change no field, such as sending a mail. */
export const activityLogger =
  (entity: EntityName) =>
  (tx: Db, user: { id: number }, entityId: number, action: string, changes?: Changes) =>
    insertActivity(tx, { userId: user.id, entity, entityId, action, changes })

/** Finds entries of the activity log, by default newest first, with the total number of matches. */
export async function findActivities(
  query: z.output<typeof activityListQuery>,
): Promise<Page<ListedActivity>> {
  const { entity, entityId, action, user: userId } = query
  const params = { ...listParams(query, ACTIVITY_FIELDS), entity, entityId, action, userId }
  const { rows, total } = await listActivities(getDb(), params)
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total }
}
