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
  renamed,
  tagOf,
} from '../support/upgrade'

/**
 * Data that each migration may remove, because they are stored elsewhere or docs/operate/upgrade.md names
 * them.
 */
const REMOVED: Record<string, string[]> = {
  // The migration gives a batch to mails that one request is sending, so these rows change.
  '0010_one-queue': [expect.stringMatching(/^mails: \d+ rows$/)],
  // The migration turns tags and sponsor lists into guest lists.
  '0011_guest-lists': ['guests.tag_id', 'guests.sponsor_id', 'tags'],
  // The times are deleted, and an admin enters them again on the screen Festival.
  '0026_editions': ['night.closes_at', 'night.opens_at'],
}

/** Tables and columns that a migration renames, by their names before it. */
const RENAMED: Record<string, Record<string, string>> = {
  '0049_plain-names': {
    night_packs: 'emergency_lists',
    wallet_news: 'wallet_outbox',
    'night.pack_salt': 'emergency_salt',
    'night.pack_key': 'emergency_key',
    'wallet_news.round': 'version',
    'gate_changes.noun': 'entity',
    'gate_changes.thing': 'entity_id',
    'guest_list_counts.everyone': 'total',
    'guest_list_counts.both': 'bought_and_inside',
    'bulk_jobs.reached': 'last_guest_id',
    'bulk_jobs.turn_at': 'queued_at',
    'bulk_jobs.is_forgotten': 'is_undo_purged',
  },
  '0050_plain-names-of-passages': {
    doubles: 'duplicate_admissions',
    settled_objections: 'dispute_resolutions',
    'passages.takes_back': 'voids',
    'passages.objection': 'server_refusal',
    'gate_changes.xact': 'transaction_id',
    'cash_moves.way': 'method',
    'night.fullness': 'show_crowd_level',
    'bulk_jobs.kept': 'undo_skipped',
    'editions.number': 'ordinal',
    'artworks.place': 'slot',
    'mails.round': 'resend_count',
    'mails.settled_at': 'finished_at',
    'mail_service.free_at': 'next_call_at',
    'idempotency_keys.run': 'run_id',
    'idempotency_keys.request': 'request_hash',
  },
}

// tests/system/upgrade.test.ts covers interrupted and concurrent migrations.
it('each migration keeps all data in every table', async () => {
  const url = await emptyDatabase()
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } })
  const last = readMigrations().length
  await migrateTo(sql, FIRST_RELEASE)
  for (let count = FIRST_RELEASE; count <= last; count++) {
    const tag = tagOf(count)
    await AFTER[tag]?.(sql)
    const before = await contentsOf(sql)
    // Fails if a table is empty: add rows of each new table to tests/support/old-festival.ts.
    expect([tag, emptyTables(before)]).toEqual([tag, []])
    if (count === last) break
    const next = tagOf(count + 1)
    // The last migration runs in the same way as when the application starts.
    if (count + 1 < last) await migrateTo(sql, count + 1)
    else await migrateDatabase(url, editionDefaults(parseSettings({ DEMO: '0' })))
    const lost = lostBetween(renamed(before, RENAMED[next] ?? {}), await contentsOf(sql))
    expect([next, lost.sort()]).toEqual([next, [...(REMOVED[next] ?? [])].sort()])
  }
  expect(await brokenRules(sql)).toEqual([])
  await sql.end()
})
