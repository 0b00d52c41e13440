import { type Db, getDb } from '@/db/pool'
import { getLineupItem } from '@/db/queries/lineup'
import { getNight } from '@/db/queries/night'
import * as queries from '@/db/queries/programme'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { requireUnchanged } from '@/lib/http/precondition'
import { setProblem } from './rules'
import { type NewSet, PROGRAMME_MESSAGES, type ProgrammeSet, type SetChange } from './schema'

/**
 * Converts a row to a response. A set is named by its title, or else by its performer. With a
 * hidden performer it has no slug, and without a title visitors do not see it (rule 8.9).
 */
function viewSet({ performer, slug, isShown, ...row }: queries.SetRow): ProgrammeSet {
  return {
    ...row,
    name: row.title || (performer ?? ''),
    slug: isShown ? slug : null,
    visible: isShown || row.title !== '' ? '1' : '0',
  }
}

/**
 * Fields of a set for the activity log. They include every field that a change can set, because a
 * change of none of them is neither logged nor published.
 */
const toActivityFields = (row: queries.SetRow) => {
  const { id, title, performer, stage, startsAt, endsAt } = row
  return { id, name: viewSet(row).name, title, performer, stage, startsAt, endsAt }
}

/** Lists all sets, by stage and start. */
export async function listSets(): Promise<ProgrammeSet[]> {
  return (await queries.listSets(getDb())).map(viewSet)
}

/** Lists the sets that visitors may see. */
export const listPublicSets = async (): Promise<ProgrammeSet[]> =>
  (await listSets()).filter(({ visible }) => visible === '1')

/** Returns a set. Throws not_found, with `isPublic` also for a set that visitors may not see. */
export async function getSet(id: number, isPublic = false): Promise<ProgrammeSet> {
  const set = viewSet(await requireSet(getDb(), id))
  if (isPublic && set.visible === '0') throw notFound(PROGRAMME_MESSAGES.notThere)
  return set
}

/**
 * Adds a set. Throws invalid for an unknown stage or performer, for a set without performer and
 * title, and for a problem of `setProblem`.
 */
export function createSet(body: NewSet, user: UserRow): Promise<ProgrammeSet> {
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    await requireValidSet(tx, body)
    const [id] = await queries.insertSets(tx, [body])
    const created = await requireSet(tx, id as number)
    await logActivity(tx, user, 'programme', [null, toActivityFields(created)])
    return viewSet(created)
  })
}

/**
 * Changes a set. Throws invalid like `createSet`, not_found, or conflict if a changed field no
 * longer has its expected value.
 */
export function updateSet(id: number, { seen, ...change }: SetChange, user: UserRow) {
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    const before = await requireSet(tx, id)
    requireUnchanged(seen, viewSet(before))
    await requireValidSet(tx, { ...before, ...change }, before)
    await queries.updateSet(tx, id, change)
    const after = await requireSet(tx, id)
    await logActivity(tx, user, 'programme', [toActivityFields(before), toActivityFields(after)])
    return viewSet(after)
  })
}

/** Deletes a set. Throws not_found. */
export function deleteSet(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    await queries.lockProgramme(tx)
    const deleted = await requireSet(tx, id)
    await queries.deleteSet(tx, id)
    await logActivity(tx, user, 'programme', [toActivityFields(deleted), null])
  })
}

/**
 * Logs the deletion of all sets of a performer who is being deleted. The caller has locked the
 * programme.
 */
export async function recordSetsOf(tx: Db, performerId: number, user: UserRow): Promise<void> {
  const deleted = (await queries.listSets(tx)).filter((set) => set.performerId === performerId)
  for (const set of deleted) await logActivity(tx, user, 'programme', [toActivityFields(set), null])
}

/**
 * Throws invalid if a set cannot be stored. The opening time of the doors is checked only if the
 * start of the set is new or changes.
 */
async function requireValidSet(tx: Db, set: NewSet & { id?: number }, before?: queries.SetRow) {
  const refuse = (field: string, sentence: string) =>
    new ServiceError('invalid', sentence, { fields: { [field]: [sentence] } })
  if (!(await queries.getStage(tx, set.stageId)))
    throw refuse('stageId', PROGRAMME_MESSAGES.noStage)
  if (set.performerId !== null && !(await getLineupItem(tx, set.performerId)))
    throw refuse('performerId', PROGRAMME_MESSAGES.noPerformer)
  if (set.performerId === null && set.title === '')
    throw refuse('performerId', PROGRAMME_MESSAGES.nameless)
  const { opensAt } = await getNight(tx)
  const others = (await queries.listSets(tx)).map(viewSet)
  const isStartUnchanged = before?.startsAt === set.startsAt
  const problem = setProblem(set, { others, opensAt: isStartUnchanged ? null : opensAt })
  if (problem) throw refuse(problem.field, problem.sentence)
}

const requireSet = async (db: Db, id: number) =>
  requireFound(await queries.getSet(db, id), PROGRAMME_MESSAGES.notThere)
