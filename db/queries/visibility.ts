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

export async function updateVisibility(
  tx: Db,
  name: string,
  value: { visible: boolean } | { at: Date | null },
): Promise<void> {
  await tx.update(visibilityFlags).set(value).where(eq(visibilityFlags.name, name))
}
