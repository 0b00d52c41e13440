import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { staffId } from './users'

/** What is done to guests in bulk. */
export const BULK_KINDS = [
  'list',
  'sell',
  'take-back',
  'send',
  'send-again',
  'note',
  'ban',
  'lift',
  'delete',
] as const

/**
 * One thing done to many guests. They are gone through in the order of their numbers, a chunk
 * in a transaction: `reached` is the last that is done with, so whoever carries on does nothing
 * twice. Whose `worker` it is until `lease_until`; another takes it up from then on.
 */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: c.randomId(),
    kind: c.text({ enum: BULK_KINDS }).notNull(),
    /** What is to be done, without the words of a note or a ban once it has been. */
    params: c.jsonb().$type<Record<string, unknown>>().notNull(),
    state: c
      .text({ enum: ['running', 'stopped', 'done', 'undoing', 'undone'] })
      .notNull()
      .default('running'),
    total: c.integer().notNull(),
    reached: c.integer().notNull().default(0),
    changed: c.integer().notNull().default(0),
    /** How many were passed over, by the reason. */
    skipped: c.jsonb().$type<Record<string, number>>().notNull().default({}),
    undone: c.integer().notNull().default(0),
    /** How many an undo left as they are, by the reason. */
    kept: c.jsonb().$type<Record<string, number>>().notNull().default({}),
    /** The sending that its mails belong to. */
    batchId: c.uuid(),
    createdBy: staffId(),
    undoneBy: staffId(),
    createdAt: c.createdAt(),
    /** Since when it waits for its turn, to be done or undone. */
    turnAt: c.createdAt(),
    endedAt: c.timestamptz(),
    worker: c.uuid(),
    leaseUntil: c.timestamptz(),
    /** Nothing tells any more how its guests were before. */
    isForgotten: c.boolean().notNull().default(false),
  },
  (t) => [
    index('bulk_jobs_in_turn').on(t.turnAt, t.id).where(sql`state in ('running', 'undoing')`),
    index('bulk_jobs_to_forget').on(t.endedAt).where(sql`not is_forgotten`),
    check(
      'bulk_jobs_state_known',
      sql`state in ('running', 'stopped', 'done', 'undoing', 'undone')`,
    ),
    check('bulk_jobs_ended', sql`(ended_at is null) = (state = 'running')`),
  ],
)

/**
 * Whom a job is about, fixed when it starts. Without foreign keys: neither guests nor jobs are
 * ever deleted one by one, and to ask for each would hold its row and take most of the time.
 */
export const bulkItems = pgTable(
  'bulk_items',
  {
    jobId: c.uuid().notNull(),
    guestId: c.integer().notNull(),
    state: c
      .text({ enum: ['waiting', 'changed', 'skipped', 'undone', 'kept'] })
      .notNull()
      .default('waiting'),
    /** Why it was passed over, or left as it is by an undo. */
    reason: c.text(),
    /** What an undo needs: how the guest was, and what tells that it is as the job left it. */
    before: c.jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ name: 'bulk_items_pkey', columns: [t.jobId, t.guestId] }),
    index('bulk_items_by_guest').on(t.guestId),
    check(
      'bulk_items_state_known',
      sql`state in ('waiting', 'changed', 'skipped', 'undone', 'kept')`,
    ),
  ],
)
