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
  /**
   * Role of a default tag (rule 4.3): freshers, the festival's own members, or VIP. Null for other
   * tags.
   */
  role: 'brucosi' | 'product' | 'vip' | null
  count: number
  bought: number
  entered: number
}

const count = sql<number>`coalesce(counts.total, 0)`
const bought = sql<number>`coalesce(counts.bought, 0)`
const entered = sql<number>`coalesce(counts.entered, 0)`

const isTag = and(eq(guestLists.kind, 'tag'), isNull(guestLists.deletedAt))

/** Selects tags with their counts of guests. Database triggers keep the counts up to date. */
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

/**
 * Lists the tags that match a search, with their total number. Tags are ordered by id by default,
 * so that the three default tags come first.
 */
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

/** Locks a tag until the end of the transaction, and returns its name; null without such a tag. */
export async function lockTag(tx: Db, id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await tx
    .select({ id: guestLists.id, name: guestLists.name })
    .from(guestLists)
    .where(and(isTag, eq(guestLists.id, id)))
    .for('update')
  return row ?? null
}

/**
 * Creates a tag. Returns null if a tag has the same name, ignoring case and diacritics (rule 4.4).
 */
export async function createTag(db: Db, name: string): Promise<TagRow | null> {
  const [row] = await db
    .insert(guestLists)
    .values({ name })
    .onConflictDoNothing()
    .returning({ id: guestLists.id, name: guestLists.name })
  return row ? { ...row, role: null, count: 0, bought: 0, entered: 0 } : null
}

/**
 * Renames a tag. Throws the database's unique violation if another tag has the name. Returns null
 * without such a tag.
 */
export async function renameTag(db: Db, id: number, name: string): Promise<TagRow | null> {
  await db
    .update(guestLists)
    .set({ name })
    .where(and(isTag, eq(guestLists.id, id)))
  return getTag(db, id)
}

/**
 * Deletes a tag that no active guest is on (rule 4.6). The three default tags cannot be deleted
 * (rule 4.3). The row stays in the database for the deleted guests that were on the tag.
 */
export function deleteTag(
  db: Db,
  id: number,
): Promise<{ id: number; name: string } | 'in_use' | 'has_role' | null> {
  return db.transaction(async (tx) => {
    // The row lock also makes transactions wait that add a guest to the tag.
    const [tag] = await tx
      .select({ name: guestLists.name, role: guestLists.role })
      .from(guestLists)
      .where(and(isTag, eq(guestLists.id, id)))
      .for('update')
    if (!tag) return null
    if (tag.role) return 'has_role'
    const isActiveGuest = and(eq(guests.listId, id), isNull(guests.deletedAt))
    if ((await tx.$count(guests, isActiveGuest)) > 0) return 'in_use'
    await tx.update(guestLists).set({ deletedAt: sql`now()` }).where(eq(guestLists.id, id))
    return { id, name: tag.name }
  })
}
