import type { Db } from '@/db/client'
import { changesBetween, insertActivity } from '@/db/queries/activities'
import type { NounName } from '@/lib/nouns'

type State = { id: string | number } | null

/**
 * Writes the line of the record for a thing that was made (nothing before), deleted (nothing
 * after) or changed; none where nothing differs. The states are as the API shows them, and
 * the line belongs to the transaction of the write.
 */
export async function record<T extends State>(
  tx: Db,
  user: { id: number },
  entity: NounName,
  [before, after]: [before: T, after: T],
  action = before ? (after ? 'changed' : 'deleted') : 'created',
): Promise<void> {
  const thing = after ?? before
  const { id: _, ...changes } = changesBetween(before as object | null, after)
  if (!thing || Object.keys(changes).length === 0) return
  await insertActivity(tx, { userId: user.id, entity, entityId: thing.id, action, changes })
}
