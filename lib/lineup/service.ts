import { type Db, getDb } from '@/db/pool'
import * as queries from '@/db/queries/lineup'
import { lockProgramme } from '@/db/queries/programme'
import { requireRow } from '@/db/queries/rows'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { reorderService } from '@/lib/crud/reorder'
import { requireFound } from '@/lib/http/errors'
import type { NewPositions } from '@/lib/http/fields'
import { type ListQuery, listParams } from '@/lib/http/list-params'
import { requireUnchanged } from '@/lib/http/precondition'
import { imageAddress } from '@/lib/images/schema'
import { withPicture } from '@/lib/images/service'
import { recordSetsOf } from '@/lib/programme/service'
import { slugOf } from '@/lib/text/slug'
import { emptyIfHidden } from '@/lib/visibility/rules'
import { LINEUP_MESSAGES, type LineupChange, type LineupItem, type NewLineupItem } from './schema'

const viewLineupItem = ({ imageHash, visible, ...row }: queries.LineupRow): LineupItem => ({
  ...row,
  image: imageAddress(imageHash),
  visible: visible ? '1' : '0',
})

/**
 * Lists the visible performers, with the total number of matches. If `isShown` is false, returns
 * none.
 */
export const listPublicLineup = async (query: ListQuery, isShown = true) =>
  emptyIfHidden(isShown, await list(query, true))

/** Lists all performers, for staff. */
export const listLineup = (query: ListQuery) => list(query, false)

async function list(query: ListQuery, visibleOnly: boolean) {
  const params = listParams(query, queries.LINEUP_FIELDS)
  const { rows, total } = await queries.listLineup(getDb(), { ...params, visibleOnly })
  return { rows: rows.map(viewLineupItem), total }
}

export async function getLineupItem(id: number): Promise<LineupItem> {
  return viewLineupItem(await requirePerformer(getDb(), id))
}

/** Adds a performer at the last position. Throws invalid for a file that is not a valid image. */
export function createLineupItem({ image, ...item }: NewLineupItem, user: UserRow) {
  return withPicture(image, async (tx, store) => {
    await queries.lockLineup(tx)
    const serverFields = { slug: slugOf(item.name), imageHash: await store() }
    const row = await queries.createLineupItem(tx, { ...item, ...serverFields })
    const created = viewLineupItem(row)
    await logActivity(tx, user, 'lineup', [null, created])
    return created
  })
}

/**
 * Changes the given fields of a performer. The slug stays. Throws not_found, invalid for the image,
 * or conflict if a field no longer has its expected value.
 */
export function updateLineupItem(id: number, body: LineupChange, user: UserRow) {
  const { image, seen, ...change } = body
  return withPicture(image, async (tx, store) => {
    await queries.lockLineup(tx)
    const before = viewLineupItem(await requirePerformer(tx, id))
    requireUnchanged(seen, before)
    const patch = { ...change, imageHash: await store() }
    const row = await queries.updateLineupItem(tx, id, patch)
    const after = viewLineupItem(requireRow(row))
    await logActivity(tx, user, 'lineup', [before, after])
    return after
  })
}

/** Deletes a performer with all of the performer's sets. Throws not_found. */
export function deleteLineupItem(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    await lockProgramme(tx)
    await recordSetsOf(tx, id, user)
    const row = requireFound(await queries.deleteLineupItem(tx, id), LINEUP_MESSAGES.notThere)
    await logActivity(tx, user, 'lineup', [viewLineupItem(row), null])
  })
}

const reorder = reorderService('lineup', queries.reorderLineup, LINEUP_MESSAGES.reorderFailed)

/**
 * Sets new positions of performers and returns the whole line-up. Throws conflict if another user
 * has moved or deleted one of these performers, and then changes nothing.
 */
export async function reorderLineup(places: NewPositions, user: UserRow): Promise<LineupItem[]> {
  await reorder(places, user)
  return (await listLineup({})).rows
}

const requirePerformer = async (db: Db, id: number) =>
  requireFound(await queries.getLineupItem(db, id), LINEUP_MESSAGES.notThere)
