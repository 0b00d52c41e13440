import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { BULK_KINDS } from '../catalogue/bulk-kinds'
import * as c from './columns'
import { staffId } from './users'

/**
 * A bulk job: one action on many guests, in the order of their ids, one transaction per chunk.
 * `lastGuestId` is the last processed id, so a resumed job repeats nothing. `worker` has a lease until
 * `leaseUntil`. Afterwards another worker may resume the job.
 */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: c.randomId(),
    kind: c.text({ enum: BULK_KINDS }).notNull(),
    /** Parameters of the action. The text of a note or a ban is removed when the job ends. */
    params: c.jsonb().$type<Record<string, unknown>>().notNull(),
    state: c
      .text({ enum: ['running', 'stopped', 'done', 'undoing', 'undone'] })
      .notNull()
      .default('running'),
    total: c.integer().notNull(),
    lastGuestId: c.integer().notNull().default(0),
    changed: c.integer().notNull().default(0),
    /** Number of skipped guests per reason. */
    skipped: c.jsonb().$type<Record<string, number>>().notNull().default({}),
    undone: c.integer().notNull().default(0),
    /** Number of guests that an undo left unchanged, per reason. */
    undoSkipped: c.jsonb().$type<Record<string, number>>().notNull().default({}),
    /** Mail batch of the job's mails. */
    batchId: c.uuid(),
    createdBy: staffId(),
    undoneBy: staffId(),
    createdAt: c.createdAt(),
    /** Time at which the job or its undo was queued. The oldest one runs first. */
    queuedAt: c.createdAt(),
    endedAt: c.timestamptz(),
    worker: c.uuid(),
    leaseUntil: c.timestamptz(),
    /** Whether the data for an undo has been purged. */
    isUndoPurged: c.boolean().notNull().default(false),
  },
  (t) => [
    index('bulk_jobs_in_queue_order')
      .on(t.queuedAt, t.id)
      .where(sql`state in ('running', 'undoing')`),
    index('bulk_jobs_to_purge').on(t.endedAt).where(sql`not is_undo_purged`),
    check(
      'bulk_jobs_state_known',
      sql`state in ('running', 'stopped', 'done', 'undoing', 'undone')`,
    ),
    check('bulk_jobs_ended', sql`(ended_at is null) = (state = 'running')`),
  ],
)

/**
 * Guests of a bulk job, fixed when the job starts. No foreign keys: guests and jobs are never
 * deleted one by one, and checking a key for each guest would lock its row and take most of the
 * time.
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
    /** Reason for which the job skipped the guest, or the undo left it unchanged. */
    reason: c.text(),
    /**
     * Data for an undo: the values before the job, and data to recognize a later change of the
     * guest.
     */
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
