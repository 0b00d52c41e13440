import type { Db } from '../client'
import { activities } from '../schema'

/** One line of the record; `changes` says what was set, never more than is needed to tell. */
export interface NewActivity {
  userId: number
  entity: string
  entityId: string | number
  action: string
  changes?: Record<string, unknown>
}

export async function insertActivity(tx: Db, activity: NewActivity): Promise<void> {
  await tx.insert(activities).values({ ...activity, entityId: String(activity.entityId) })
}
