import { sql } from 'drizzle-orm'
import type { Db } from './client'
import { guestLists, visibilityFlags } from './schema'
import { FLAGS, TIMES } from './visibility-keys'

/** What every festival starts with: three tags (spec section 3) and every flag at 0. */
export async function ensureDefaults(db: Db, festivalName: string) {
  await db
    .insert(guestLists)
    .values([
      { name: 'Brucoši', role: 'brucosi' },
      { name: festivalName, role: 'product' },
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
