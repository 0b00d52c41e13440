import { sql } from 'drizzle-orm'
import { FLAGS, TIMES } from './catalogue/visibility-keys'
import type { Db } from './pool'
import { visibilityFlags } from './schema/content'
import { editions } from './schema/editions'
import { guestLists } from './schema/guest-lists'

/**
 * Row of the first edition, which an empty database gets. Its values come from environment
 * variables.
 */
export type FirstEdition = typeof editions.$inferInsert

/**
 * Inserts the rows that every festival starts with: an edition, three tags (rule 4.3) and all
 * visibility flags. `first` is used only if the database has no edition.
 */
export async function ensureDefaults(db: Db, first: FirstEdition) {
  await db.insert(editions).values(first).onConflictDoNothing()
  await db
    .insert(guestLists)
    .values([
      { name: 'Brucoši', role: 'brucosi' },
      { name: first.name, role: 'product' },
      { name: 'VIP', role: 'vip' },
    ])
    .onConflictDoNothing()
  await db
    .insert(visibilityFlags)
    .values([
      ...FLAGS.map((name) => ({ name, visible: false })),
      ...TIMES.map((name) => ({ name, at: sql`null` })),
    ])
    .onConflictDoNothing()
}
