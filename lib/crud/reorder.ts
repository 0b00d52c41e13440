import { type Db, getDb } from '@/db/pool'
import { insertActivities } from '@/db/queries/activities'
import type { ReorderOutcome } from '@/db/queries/positions'
import { invalidate } from '@/lib/cache/invalidate'
import { ServiceError } from '@/lib/http/errors'
import type { NewPositions } from '@/lib/http/fields'

/**
 * Creates a service that sets new positions for items of a list, all or none. Throws conflict if
 * another user has moved or deleted one of these items.
 */
export const reorderService =
  (
    entity: Reordered['entity'],
    reorder: (tx: Db, positions: NewPositions) => Promise<ReorderOutcome>,
    failed: string,
  ) =>
  (positions: NewPositions, user: { id: number }): Promise<void> =>
    getDb().transaction(async (tx) =>
      afterReorder(tx, await reorder(tx, positions), { user, entity, failed }),
    )

interface Reordered {
  user: { id: number }
  entity: 'lineup' | 'sponsors' | 'price-list' | 'stages'
  /** Message for a failed reorder (rule 13.10). */
  failed: string
  /**
   * Formats a position as the API shows it, for an entity whose positions are not plain numbers.
   */
  formatPosition?: (position: number) => string
}

/**
 * Completes a reorder in the same transaction: logs an activity for each moved item, and marks
 * public pages stale. Throws conflict, which reverts the reorder, if another user has moved or
 * deleted one of the items.
 */
export async function afterReorder(
  tx: Db,
  outcome: ReorderOutcome,
  { user, entity, failed, formatPosition }: Reordered,
): Promise<void> {
  if (!Array.isArray(outcome)) throw new ServiceError('conflict', failed, { code: outcome })
  const shown = (position: number) => formatPosition?.(position) ?? position
  await insertActivities(
    tx,
    outcome.map(({ id, from, to }) => ({
      userId: user.id,
      entity,
      entityId: id,
      action: 'reordered',
      changes: { order: [shown(from), shown(to)] },
    })),
  )
  await invalidate(tx, entity)
}
