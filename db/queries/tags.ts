import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { guests, tags } from '../schema'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'

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

/** Tags with their counts, worked out from the live guests so that they cannot drift. */
function selectTags(db: Db) {
  const counts = db
    .select({
      tagId: guests.tagId,
      everyone: sql<number>`count(*)::int`.as('everyone'),
      bought: sql<number>`count(${guests.boughtAt})::int`.as('bought'),
      entered: sql<number>`count(${guests.enteredAt})::int`.as('entered'),
    })
    .from(guests)
    .where(isNull(guests.deletedAt))
    .groupBy(guests.tagId)
    .as('counts')
  return db
    .select({ id: tags.id, name: tags.name, role: tags.role, count, bought, entered })
    .from(tags)
    .leftJoin(counts, eq(counts.tagId, tags.id))
    .$dynamic()
}

const shape: ListShape = {
  text: { name: sql`public.fold_text(${tags.name})` },
  exact: {},
  order: {
    id: sql`${tags.id}`,
    name: sql`public.fold_text(${tags.name})`,
    count,
    bought,
    entered,
  },
}

export const TAG_FIELDS = fieldsOf(shape, ['name'])

/** Tags that match, the three of the product first unless ordered otherwise; how many do. */
export function searchTags(db: Db, params: ListParams): Promise<{ rows: TagRow[]; total: number }> {
  const where = searchCondition(shape, params)
  const query = selectTags(db)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), asc(tags.id))
    .offset(params.offset)
  return pageOf(query, params.limit, db.$count(tags, where))
}

export async function getTag(db: Db, id: number): Promise<TagRow | null> {
  const [row] = await selectTags(db).where(eq(tags.id, id))
  return row ?? null
}

/** The tag's name until the end of the transaction. */
export async function lockTag(tx: Db, id: number): Promise<{ id: number; name: string } | null> {
  const [row] = await tx
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(eq(tags.id, id))
    .for('update')
  return row ?? null
}

/** Null when there is a tag of that name, whatever its case and diacritics. */
export async function createTag(db: Db, name: string): Promise<TagRow | null> {
  const [row] = await db
    .insert(tags)
    .values({ name })
    .onConflictDoNothing()
    .returning({ id: tags.id, name: tags.name })
  return row ? { ...row, role: null, count: 0, bought: 0, entered: 0 } : null
}

/** Throws the database's unique violation when another tag has the name. */
export async function renameTag(db: Db, id: number, name: string): Promise<TagRow | null> {
  await db.update(tags).set({ name }).where(eq(tags.id, id))
  return getTag(db, id)
}

/**
 * Deletes a tag that no live guest has; the three with a role stay, since the product knows
 * them. Its deleted guests stand on no list from then on.
 */
export function deleteTag(
  db: Db,
  id: number,
): Promise<{ id: number; name: string } | 'in_use' | 'has_role' | null> {
  return db.transaction(async (tx) => {
    // The lock also holds off a guest who is being put on the list.
    const [tag] = await tx
      .select({ id: tags.id, name: tags.name, role: tags.role })
      .from(tags)
      .where(eq(tags.id, id))
      .for('update')
    if (!tag) return null
    if (tag.role) return 'has_role'
    const isOnTag = eq(guests.tagId, id)
    if ((await tx.$count(guests, and(isOnTag, isNull(guests.deletedAt)))) > 0) return 'in_use'
    await tx
      .update(guests)
      .set({ tagId: null })
      .where(and(isOnTag, isNotNull(guests.deletedAt)))
    await tx.delete(tags).where(eq(tags.id, id))
    return { id, name: tag.name }
  })
}
