import type { Db } from '../client'
import { activities } from '../schema'

/** Field by field what was there before and after; null where there was nothing. */
export type Changes = Record<string, [before: unknown, after: unknown]>

/** One line of the record: who did what to which thing. */
export interface NewActivity {
  userId: number
  entity: string
  entityId: string | number
  action: string
  changes?: Changes
}

export async function insertActivity(tx: Db, activity: NewActivity): Promise<void> {
  await tx.insert(activities).values({ ...activity, entityId: String(activity.entityId) })
}

/** What differs between two states of a thing; null stands for 'not there'. */
export function changesBetween<T extends object>(before: T | null, after: Partial<T> | null) {
  const changes: Changes = {}
  for (const key of Object.keys(after ?? before ?? {}) as (keyof T & string)[]) {
    const pair: Changes[string] = [before?.[key] ?? null, after?.[key] ?? null]
    if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1])) changes[key] = pair
  }
  return changes
}
