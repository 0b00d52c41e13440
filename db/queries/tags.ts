import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { guestLists } from '../schema/guest-lists'
import { guests } from '../schema/guests'
import { listCounts } from './guests-lists'
import {
  fieldsOf,
  type ListParams,
  type ListShape,
  orderBy,
  pageOf,
  searchCondition,
} from './list-query'

export interface TagRow {
  id: number
  name: string
  /** Which of the three tags that the product itself knows; null for any other. */
  role: 'brucosi' | 'product' | 'vip' | null
  count: number
  bought: number
  entered: number
}

const count = sql<number>`coalesce(counts.everyone, 0)`
const bought = sql<number>`coalesce(counts.bought, 0)`
const entered = sql<number>`coalesce(counts.entered, 0)`

const isTag = and(eq(guestLists.kind, 'tag'), isNull(guestLists.deletedAt))

/** Tags with their true counts, which the database keeps. */
function selectTags(db: Db) {
  const counts = listCounts(db)
  const { id, name, role } = guestLists
  return db
    .select({ id, name, role, count, bought, entered })
    .from(guestLists)
    .leftJoin(counts, eq(counts.listId, id))
    .$dynamic()
}

const shape: ListShape = {
  text: { name: normalized(guestLists.name) },
  exact: {},
  order: { id: guestLists.id, name: normalized(guestLists.name), count, bought, entered },
}

export const TAG_FIELDS = fieldsOf(shape, ['name'])

/** Tags that match, the three of the product first unless ordered otherwise; how many do. */
export function searchTags(db: Db, params: ListParams) {
  const where = and(isTag, searchCondition(shape, params))
  const query = selectTags(db)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), asc(guestLists.id))
    .offset(params.offset)
  return pageOf<TagRow>(query, params.limit, db.$count(guestLists, where))
}

export async function getTag(db: Db, id: number): Promise<TagRow | null> {
  const [row] = await selectTags(db).where(and(isTag, eq(guestLists.id, id)))
  return row ?? null
}

/** The tag's name until the end of the transaction. */
export async function lockTag(tx: Db, id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await tx
    .select({ id: guestLists.id, name: guestLists.name })
    .from(guestLists)
    .where(and(isTag, eq(guestLists.id, id)))
    .for('update')
  return row ?? null
}

/** Null when there is a tag of that name, whatever its case and diacritics. */
export async function createTag(db: Db, name: string): Promise<TagRow | null> {
  const [row] = await db
    .insert(guestLists)
    .values({ name })
    .onConflictDoNothing()
    .returning({ id: guestLists.id, name: guestLists.name })
  return row ? { ...row, role: null, count: 0, bought: 0, entered: 0 } : null
}

/** Throws the database's unique violation when another tag has the name. */
export async function renameTag(db: Db, id: number, name: string): Promise<TagRow | null> {
  await db
    .update(guestLists)
    .set({ name })
    .where(and(isTag, eq(guestLists.id, id)))
  return getTag(db, id)
}

/**
 * Deletes a tag that no live guest has; the three with a role stay, since the product knows
 * them. Its row is kept for the deleted guests who had it.
 */
export function deleteTag(
  db: Db,
  id: number,
): Promise<{ id: number; name: string } | 'in_use' | 'has_role' | null> {
  return db.transaction(async (tx) => {
    // The lock also holds off a guest who is being put on the list.
    const [tag] = await tx
      .select({ name: guestLists.name, role: guestLists.role })
      .from(guestLists)
      .where(and(isTag, eq(guestLists.id, id)))
      .for('update')
    if (!tag) return null
    if (tag.role) return 'has_role'
    const isLive = and(eq(guests.listId, id), isNull(guests.deletedAt))
    if ((await tx.$count(guests, isLive)) > 0) return 'in_use'
    await tx.update(guestLists).set({ deletedAt: sql`now()` }).where(eq(guestLists.id, id))
    return { id, name: tag.name }
  })
}
