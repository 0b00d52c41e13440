import { asc, eq } from 'drizzle-orm'
import { VISIBILITY_FLAGS } from '../catalogue/content'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { visibilityFlags } from '../schema/content'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { requireRow } from './rows'
import { shownTo } from './shown-columns'

export interface VisibilityRow {
  name: string
  visible: boolean | null
  at: Date | null
}

export function listVisibility(db: Db): Promise<VisibilityRow[]> {
  return db.select(columns).from(visibilityFlags).orderBy(asc(visibilityFlags.name))
}

const columns = shownTo('public', visibilityFlags, VISIBILITY_FLAGS)

const shape: ListShape = {
  text: { name: normalized(visibilityFlags.name) },
  exact: {},
  order: { name: visibilityFlags.name },
}

export const VISIBILITY_FIELDS = fieldsOf(shape, ['name'])

/** Lists the visibility flags and times, by default by name, with the total number of matches. */
export const searchVisibility = (db: Db, params: ListParams): Promise<Page<VisibilityRow>> =>
  pageOfTable(db, { table: visibilityFlags, columns, shape, last: [visibilityFlags.name] }, params)

export async function getVisibilityFlag(db: Db, key: string): Promise<VisibilityRow | null> {
  const [row] = await db.select().from(visibilityFlags).where(eq(visibilityFlags.name, key))
  return row ?? null
}

/**
 * Sets a visibility flag or time, and returns the previous row. Every flag and time has a row from
 * the start.
 */
export async function updateVisibility(
  tx: Db,
  name: string,
  value: { visible: boolean } | { at: Date | null },
): Promise<VisibilityRow> {
  const isFlag = eq(visibilityFlags.name, name)
  const [before] = await tx.select().from(visibilityFlags).where(isFlag).for('update')
  await tx.update(visibilityFlags).set(value).where(isFlag)
  return requireRow(before)
}
