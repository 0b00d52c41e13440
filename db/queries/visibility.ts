import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { visibilityFlags } from '../schema'
import { fieldsOf, type ListParams, type ListShape, orderBy, pageOf, searchCondition } from './list'

export interface VisibilityRow {
  name: string
  visible: boolean | null
  at: Date | null
}

export function listVisibility(db: Db): Promise<VisibilityRow[]> {
  return db.select().from(visibilityFlags).orderBy(asc(visibilityFlags.name))
}

const name = sql`${visibilityFlags.name}`

const shape: ListShape = {
  text: { name: sql`public.fold_text(${visibilityFlags.name})` },
  exact: {},
  order: { name },
}

export const VISIBILITY_FIELDS = fieldsOf(shape, ['name'])

/** Flags and times by name, and how many match. */
export function searchVisibility(
  db: Db,
  params: ListParams,
): Promise<{ rows: VisibilityRow[]; total: number }> {
  const where = searchCondition(shape, params)
  const query = db
    .select()
    .from(visibilityFlags)
    .where(where)
    .orderBy(...orderBy(shape, params.ordering), name)
    .offset(params.offset)
    .$dynamic()
  return pageOf(query, params.limit, db.$count(visibilityFlags, where))
}

export async function getVisibilityFlag(db: Db, key: string): Promise<VisibilityRow | null> {
  const [row] = await db.select().from(visibilityFlags).where(eq(visibilityFlags.name, key))
  return row ?? null
}

/** Sets a flag or a time and answers what it was before; rows are there from the start. */
export async function updateVisibility(
  tx: Db,
  name: string,
  value: { visible: boolean } | { at: Date | null },
): Promise<VisibilityRow> {
  const isThis = eq(visibilityFlags.name, name)
  const [before] = await tx.select().from(visibilityFlags).where(isThis).for('update')
  await tx.update(visibilityFlags).set(value).where(isThis)
  return before as VisibilityRow
}
