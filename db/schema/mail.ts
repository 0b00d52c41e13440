import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { guests } from './guests'
import { sponsors } from './sponsors'

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
    sponsorId: integer().references(() => sponsors.id, { onDelete: 'set null' }),
    /** What the template says besides: kept, so that the same record makes the same mail. */
    details: jsonb().$type<Record<string, unknown>>(),
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
    uniqueIndex('mails_one_pass_per_code_key')
      .on(t.confCode)
      .where(sql`template = 'sponsor-pass' and not resend`),
    index('mails_by_code').on(t.confCode),
    index('mails_by_sponsor').on(t.sponsorId, t.createdAt.desc()).where(sql`sponsor_id is not null`),
    index('mails_by_time').on(t.createdAt.desc()),
    index('mails_by_state').on(t.state, t.createdAt.desc()),
    check('mails_state_known', sql`state in ('queued', 'sent', 'recorded', 'failed')`),
  ],
)
