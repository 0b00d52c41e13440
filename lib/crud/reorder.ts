import { type Db, getDb } from '@/db/pool'
import { insertActivities } from '@/db/queries/activities'
import type { ReorderOutcome } from '@/db/queries/positions'
import { invalidate } from '@/lib/cache/invalidate'
import { ServiceError } from '@/lib/http/errors'
import type { NewPositions } from '@/lib/http/fields'

/**
 * Gives things of a list new places, all or none of them. Throws conflict when somebody has
 * moved or deleted one of them meanwhile.
 */
export const reorderService =
  (
    entity: Reordered['entity'],
    reorder: (tx: Db, places: NewPositions) => Promise<ReorderOutcome>,
    failed: string,
  ) =>
  (places: NewPositions, user: { id: number }): Promise<void> =>
    getDb().transaction(async (tx) =>
      afterReorder(tx, await reorder(tx, places), { user, entity, failed }),
    )

interface Reordered {
  user: { id: number }
  entity: 'lineup' | 'sponsors' | 'price-list' | 'stages'
  /** The sentence of rule 13.10 for what could not be done. */
  failed: string
  /** How the API writes a place, where that is no plain number. */
  written?: (place: number) => string
}

/**
 * What follows when things of a list have been given new places, in the same transaction: a
 * line of the record for each that has moved, and fresh pages. Throws conflict when somebody
 * has moved or deleted one of them meanwhile, and then nothing has changed.
 */
export async function afterReorder(
  tx: Db,
  outcome: ReorderOutcome,
  { user, entity, failed, written }: Reordered,
): Promise<void> {
  if (!Array.isArray(outcome)) throw new ServiceError('conflict', failed, { code: outcome })
  const shown = (place: number) => written?.(place) ?? place
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
