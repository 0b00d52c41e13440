import { isNull } from 'drizzle-orm'
import type { Db } from '../client'
import { editions } from '../schema'

export type EditionRow = typeof editions.$inferSelect

const isCurrent = isNull(editions.endedAt)

/** This year's edition: there always is one. */
export async function getEdition(db: Db): Promise<EditionRow> {
  const [row] = await db.select().from(editions).where(isCurrent)
  return row as EditionRow
}
