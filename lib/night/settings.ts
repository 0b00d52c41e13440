import { getDb } from '@/db/pool'
import { getEdition } from '@/db/queries/festival'
import * as queries from '@/db/queries/night'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { invalidate } from '@/lib/cache/invalidate'
import { erasureProblem, nightTimesProblem } from '@/lib/festival/rules'
import { ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import type { Night, NightChange } from './schema'

/** Reads the night settings. */
export const readNight = (): Promise<Night> => queries.getNight(getDb())

/**
 * Changes night settings. Throws invalid for impossible times and for an end after which the
 * personal data would be erased at once, conflict if another admin changed the settings meanwhile.
 */
export function changeNight({ seen, ...change }: NightChange, user: UserRow): Promise<Night> {
  return getDb().transaction(async (tx) => {
    const before = await queries.lockNight(tx)
    requireUnchanged(seen, before)
    const after = { ...before, ...change }
    const edition = await getEdition(tx)
    const closesAt = after.closesAt === null ? null : new Date(after.closesAt)
    const problem = nightTimesProblem(after) ?? erasureProblem(edition, { ...edition, closesAt })
    if (problem)
      throw new ServiceError('invalid', problem.sentence, {
        fields: { [problem.field]: [problem.sentence] },
      })
    await queries.updateNight(tx, change)
    // Public pages show the times, so their cached versions must be invalidated.
    if ('opensAt' in change || 'closesAt' in change) await invalidate(tx, 'festival')
    await logActivity(tx, user, 'night', [
      { id: 'night', ...before },
      { id: 'night', ...after },
    ])
    return after
  })
}
