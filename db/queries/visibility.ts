import { asc, eq } from 'drizzle-orm'
import type { Db } from '../client'
import { visibilityFlags } from '../schema'

export interface VisibilityRow {
  name: string
  visible: boolean | null
  at: Date | null
}

export function listVisibility(db: Db): Promise<VisibilityRow[]> {
  return db.select().from(visibilityFlags).orderBy(asc(visibilityFlags.name))
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
