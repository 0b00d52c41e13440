import { type Db, getDb } from '@/db/pool'
import * as queries from '@/db/queries/programme'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { reorderService } from '@/lib/crud/reorder'
import { requireFound, ServiceError } from '@/lib/http/errors'
import type { NewPositions } from '@/lib/http/fields'
import { type ExpectedValues, requireUnchanged } from '@/lib/http/precondition'
import { foldName } from '@/lib/text/fold'
import { PROGRAMME_MESSAGES, type Stage } from './schema'

const toActivityFields = ({ id, name, order }: Stage) => ({ id, name, order })

/** Lists the stages by position, with the number of sets on each. */
export const listStages = (): Promise<Stage[]> => queries.listStages(getDb())

/** Returns a stage. Throws not_found. */
export const getStage = (id: number): Promise<Stage> => requireStage(getDb(), id)

/** Adds a stage at the last position. Throws conflict if another stage has the name. */
export function createStage({ name }: { name: string }, user: UserRow): Promise<Stage> {
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    return addStage(tx, name, user)
  })
}

/** Adds a stage like `createStage`. The caller has locked the programme. */
export async function addStage(tx: Db, name: string, user: UserRow): Promise<Stage> {
  await requireFree(tx, name)
  const created = await requireStage(tx, await queries.insertStage(tx, name))
  await logActivity(tx, user, 'stages', [null, toActivityFields(created)])
  return created
}

/**
 * Renames a stage. Throws not_found, or conflict if another stage has the name or a field no longer
 * has its expected value.
 */
export function updateStage(
  id: number,
  { seen, name }: { seen?: ExpectedValues; name?: string },
  user: UserRow,
): Promise<Stage> {
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    const before = await requireStage(tx, id)
    requireUnchanged(seen, before)
    if (name !== undefined) {
      await requireFree(tx, name, id)
      await queries.renameStage(tx, id, name)
    }
    const after = await requireStage(tx, id)
    await logActivity(tx, user, 'stages', [toActivityFields(before), toActivityFields(after)])
    return after
  })
}

/** Deletes a stage. Throws not_found, or conflict if the stage has sets. */
export function deleteStage(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    const deleted = await requireStage(tx, id)
    if (deleted.sets > 0)
      throw new ServiceError('conflict', PROGRAMME_MESSAGES.stageInUse(deleted.sets), {
        code: 'in_use',
      })
    await queries.deleteStage(tx, deleted)
    await logActivity(tx, user, 'stages', [toActivityFields(deleted), null])
  })
}

const reorder = reorderService(
  'stages',
  queries.reorderStages,
  PROGRAMME_MESSAGES.stagesReorderFailed,
)

/**
 * Sets new positions of stages and returns all stages. Throws conflict if another user has moved or
 * deleted one of these stages.
 */
export async function reorderStages(places: NewPositions, user: UserRow): Promise<Stage[]> {
  await reorder(places, user)
  return listStages()
}

/** Whether two names of stages count as equal: case and diacritics are ignored. */
export const sameName = (a: string, b: string) => foldName(a) === foldName(b)

async function requireFree(tx: Db, name: string, id?: number): Promise<void> {
  const all = await queries.listStages(tx)
  if (all.some((stage) => stage.id !== id && sameName(stage.name, name)))
    throw new ServiceError('conflict', PROGRAMME_MESSAGES.stageTaken, { code: 'already_exists' })
}

const requireStage = async (db: Db, id: number) =>
  requireFound(await queries.getStage(db, id), PROGRAMME_MESSAGES.noStage)
