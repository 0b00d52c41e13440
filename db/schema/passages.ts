import { sql } from 'drizzle-orm'
import { check, customType, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { guests, ofGuest } from './guests'
import { staffId } from './users'

/**
 * What happened to one ticket at one gate: the only truth of who is inside. Rows are added and
 * never changed (trigger `passages_append_only`); a mistake is taken back by another that names it.
 * Presence of the guest and its doubles follow in the same statement (trigger
 * `passages_update_presence`). Gate and device are bare numbers: a reference would have every scan
 * of the night lock the row of its gate.
 */
export const passages = pgTable(
  'passages',
  {
    /** A UUID of version 7, made where it happened. */
    id: c.uuid().primaryKey(),
    /** Null for a ticket that nobody has. */
    guestId: c.integer().references(() => guests.id, { onDelete: 'cascade' }),
    /** Null for what was not done at a gate. */
    gateId: c.integer(),
    deviceId: c.uuid(),
    userId: staffId(),
    direction: c.text({ enum: ['in', 'out'] }).notNull(),
    verdict: c.text().notNull(),
    decided: c.text().notNull(),
    /** By the clock of the server, or of the device set right by `clockOffset` milliseconds. */
    at: c.timestamptz().notNull(),
    clockOffset: c.bigint({ mode: 'number' }).notNull().default(0),
    receivedAt: c.timestamptz().notNull().default(sql`clock_timestamp()`),
    takesBack: c.uuid(),
    /**
     * Why a person is to look at what a phone decided alone: the server would have refused the
     * guest, or the phone tells of a time at which it was no device.
     */
    objection: c.text(),
    /** First 16 bytes of SHA-256 of a code that nobody has. */
    codeHash: c.bytea(),
  },
  (t) => [
    index('passages_moves').on(t.guestId, t.at, t.id).where(sql`verdict in ('admitted', 'left')`),
    index('passages_taking_back').on(t.takesBack).where(sql`takes_back is not null`),
    index('passages_of_device').on(t.deviceId, t.id).where(sql`device_id is not null`),
    // What has come in lately: tiny, and nearly free for whoever lets in.
    index('passages_by_receipt').using('brin', t.receivedAt).with({ pages_per_range: 16 }),
    index('passages_objected_to').on(t.id).where(sql`objection is not null`),
    check('passages_direction_known', sql`direction in ('in', 'out')`),
    check(
      'passages_verdict_known',
      sql`verdict in ('admitted', 'left', 'inside', 'outside', 'no_ticket', 'banned', 'full', 'unknown', 'returned')`,
    ),
    check(
      'passages_decided_known',
      sql`decided in ('server', 'server_name', 'server_override', 'alone', 'name', 'override', 'import', 'recorded')`,
    ),
    check(
      'passages_objection_known',
      sql`objection in ('banned', 'no_ticket', 'unknown', 'returned', 'gone', 'revoked', 'before_joining')`,
    ),
  ],
)

/** A guest let in twice with no exit between: kept by the passages, settled by a person. */
export const doubles = pgTable(
  'doubles',
  {
    first: c.uuid().notNull(),
    second: c.uuid().notNull(),
    guestId: ofGuest(),
    foundAt: c.createdAt(),
    settled: c.text({ enum: ['same_guest', 'copied_ticket', 'mistake'] }),
    settledBy: staffId(),
    settledAt: c.timestamptz(),
  },
  (t) => [
    primaryKey({ columns: [t.first, t.second] }),
    index('doubles_by_guest').on(t.guestId),
    check('doubles_settled_known', sql`settled in ('same_guest', 'copied_ticket', 'mistake')`),
    check('doubles_settled_whole', sql`(settled is null) = (settled_at is null)`),
  ],
)

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * What the roster's deltas are read from: which things a transaction touched, kept by triggers.
 * A log beside the guests, since a column of theirs that bore the transaction would, being
 * indexed, cost every admission an entry in each of their indexes. UNLOGGED by the migration:
 * after a crash it is empty, its `origin` is another, and every roster is read anew.
 */
export const gateChanges = pgTable(
  'gate_changes',
  {
    xact: xid8().notNull().default(sql`pg_current_xact_id()`),
    at: c.createdAt(),
    noun: c
      .text({
        enum: ['origin', 'guest', 'list', 'gate', 'device', 'double', 'drill', 'passage', 'night'],
      })
      .notNull(),
    thing: c.text().notNull(),
  },
  (t) => [
    index('gate_changes_by_xact').on(t.xact),
    index('gate_changes_by_time').using('brin', t.at),
  ],
)
