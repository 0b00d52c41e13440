import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './users'

/** A sending of many mails at once, so that its progress can be shown and it can be stopped. */
export const mailBatches = pgTable(
  'mail_batches',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    total: integer().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    stoppedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('mail_batches_by_time').on(t.createdAt.desc())],
)

/** One row: from when on the service may be called again, by whichever instance. */
export const mailService = pgTable(
  'mail_service',
  {
    id: integer().primaryKey().default(1),
    freeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    pausedUntil: timestamp({ withTimezone: true }),
    reason: text(),
  },
  () => [check('mail_service_one_row', sql`id = 1`)],
)
