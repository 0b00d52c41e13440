import postgres from 'postgres'
import { expect, it } from 'vitest'
import { migrateDatabase, readMigrations } from '@/db/migrate'
import { parseSettings } from '@/lib/config/settings'
import { editionDefaults } from '@/lib/festival/first-edition'
import { emptyDatabase } from '../support/database'
import { AFTER, FIRST_RELEASE } from '../support/old-festival'
import {
  brokenRules,
  contentsOf,
  emptyTables,
  lostBetween,
  migrateTo,
  tagOf,
} from '../support/upgrade'

/** What a migration takes away, which is nothing that stands nowhere else unless docs/upgrades.md says so. */
const TAKEN: Record<string, string[]> = {
  // The mails of a call that was on its way were given a batch.
  '0010_one-queue': [expect.stringMatching(/^mails: \d+ rows$/)],
  // Tags and sponsors' lists are guest lists.
  '0011_guest-lists': ['guests.tag_id', 'guests.sponsor_id', 'tags'],
  // Told anew at Festival.
  '0026_editions': ['night.closes_at', 'night.opens_at'],
}

// Whatever is cut off or goes twice is tried in tests/system/upgrade.test.ts.
it('each migration finds data in every table, and loses none of it', async () => {
  const url = await emptyDatabase()
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } })
  const last = readMigrations().length
  await migrateTo(sql, FIRST_RELEASE)
  for (let count = FIRST_RELEASE; count <= last; count++) {
    const tag = tagOf(count)
    await AFTER[tag]?.(sql)
    const before = await contentsOf(sql)
    // A new table is told of in tests/support/old-festival.ts.
    expect([tag, emptyTables(before)]).toEqual([tag, []])
    if (count === last) break
    const next = tagOf(count + 1)
    // The last of them as the start does it.
    if (count + 1 < last) await migrateTo(sql, count + 1)
    else await migrateDatabase(url, editionDefaults(parseSettings({ DEMO: '0' })))
    const lost = lostBetween(before, await contentsOf(sql))
    expect([next, lost.sort()]).toEqual([next, [...(TAKEN[next] ?? [])].sort()])
  }
  expect(await brokenRules(sql)).toEqual([])
  await sql.end()
})
