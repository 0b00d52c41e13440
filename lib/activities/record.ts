import type { z } from 'zod'
import { type EntityName, isOnPublicSite } from '@/db/catalogue/entities'
import type { Db } from '@/db/client'
import { getDb } from '@/db/client'
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
 * What follows a write, in its transaction: the line of the record for a thing that was made
 * (nothing before), deleted (nothing after) or changed, and fresh pages where they show it;
 * neither where nothing differs. The states are as the API shows them.
 */
export async function logActivity<T extends State>(
  tx: Db,
  user: { id: number },
  entity: EntityName,
  [before, after]: [before: T, after: T],
  action = before ? (after ? 'changed' : 'deleted') : 'created',
): Promise<void> {
  const thing = after ?? before
  const { id: _, ...changes } = changesBetween(before as object | null, after)
  if (!thing || Object.keys(changes).length === 0) return
  await insertActivity(tx, { userId: user.id, entity, entityId: thing.id, action, changes })
  if (isOnPublicSite(entity)) await invalidate(tx, entity)
}

/** What leaves a line of the record for something done to a thing that changes no field of it. */
export const activityLogger =
  (entity: EntityName) =>
  (tx: Db, user: { id: number }, entityId: number, action: string, changes?: Changes) =>
    insertActivity(tx, { userId: user.id, entity, entityId, action, changes })

/** The record of who did what, newest first unless ordered otherwise; and how many match. */
export async function findActivities(
  query: z.output<typeof activityListQuery>,
): Promise<Page<ListedActivity>> {
  const { entity, entityId, action, user: userId } = query
  const params = { ...listParams(query, ACTIVITY_FIELDS), entity, entityId, action, userId }
  const { rows, total } = await listActivities(getDb(), params)
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total }
}
