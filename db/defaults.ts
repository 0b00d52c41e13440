import { sql } from 'drizzle-orm'
import type { Db } from './client'
import { tags, visibilityFlags } from './schema'

const FLAGS = [
  'COMINGSOON_VISIBILITY',
  'LINEUP_VISIBILITY',
  'SPONSORS_VISIBILITY',
  'CJENIK_VISIBILITY',
  'TLOCRT_VISIBILITY',
  'SATNICA_VISIBILITY',
  'ULAZNICA_VISIBILITY',
  'IGRICA_VISIBILITY',
  'TIMER_VISIBILITY',
]
const TIMES = ['TIMER_TIME', 'SPONSORS_INPUT_TIME']

/** What every festival starts with: three tags (spec section 3) and every flag at 0. */
export async function ensureDefaults(db: Db, festivalName: string) {
  await db
    .insert(tags)
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
