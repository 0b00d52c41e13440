import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { activities, guests, users } from '../schema'
import type { Changes } from './activities'

export interface GuestActivityRow {
  id: number
  at: Date
  action: string
  changes: Changes | null
  /** Null when the person has been deleted since. */
  user: { id: number; name: string } | null
}

/**
 * The lines of the record about a guest, newest first. Who came by an import finds the line
 * of the whole import: made in one transaction, the two bear the very same time.
 */
export function listActivitiesOfGuest(
  db: Db,
  id: number,
  importRecord: string,
): Promise<GuestActivityRow[]> {
  const createdAt: SQL = sql`(select ${guests.createdAt} from ${guests} where ${guests.id} = ${id})`
  return db
    .select({
      id: activities.id,
      at: activities.at,
      action: activities.action,
      changes: sql<Changes | null>`${activities.changes}`,
      user: { id: users.id, name: users.name },
    })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.userId))
    .where(
      and(
        eq(activities.entity, 'guests'),
        or(
          eq(activities.entityId, String(id)),
          and(eq(activities.entityId, importRecord), eq(activities.at, createdAt)),
        ),
      ),
    )
    .orderBy(desc(activities.id))
}
