import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { guests } from './guests'

/**
 * The outbox and the record of sent mail in one: written in the transaction that
 * causes the mail, filled in by the job that sends it. `recorded` is the last state
 * where no mail service is set. The id is also the idempotency key at the service.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    template: text().notNull(),
    state: text({ enum: ['queued', 'sent', 'recorded', 'failed'] })
      .notNull()
      .default('queued'),
    toMail: text().notNull(),
    name: text().notNull().default(''),
    subject: text().notNull().default(''),
    message: text().notNull().default(''),
    confCode: uuid(),
    link: text(),
    guestId: integer().references(() => guests.id, { onDelete: 'set null' }),
    resend: boolean().notNull().default(false),
    html: text(),
    plainText: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    providerId: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('mails_one_confirmation_per_code_key')
      .on(t.confCode)
      .where(sql`template = 'ticket-confirmation' and not resend`),
    index('mails_by_code').on(t.confCode),
    index('mails_by_time').on(t.createdAt.desc()),
    index('mails_by_state').on(t.state, t.createdAt.desc()),
    check('mails_state_known', sql`state in ('queued', 'sent', 'recorded', 'failed')`),
  ],
)
