import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { guests } from './guests'
import { sponsors } from './sponsors'
import { users } from './users'

/** A sending of many mails at once, so that its progress can be shown and it can be stopped. */
export const mailBatches = pgTable(
  'mail_batches',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    total: integer().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment().notNull().defaultNow(),
    stoppedAt: moment(),
  },
  (t) => [index('mail_batches_by_time').on(t.createdAt.desc())],
)

/** One row: from when on the service may be called again, by whichever instance. */
export const mailService = pgTable(
  'mail_service',
  {
    id: integer().primaryKey().default(1),
    freeAt: moment().notNull().defaultNow(),
    pausedUntil: moment(),
    reason: text(),
  },
  () => [check('mail_service_one_row', sql`id = 1`)],
)

/**
 * The outbox and the record of sent mail in one: written in the transaction that
 * causes the mail, filled in by who sends it. `recorded` is the last state where no mail
 * service is set. A mail's key at the service is its id and its `round`, which grows when
 * it is sent anew; mails that travel in one call share a `call_key`, the key of that call.
 * `due_at`: not before; `claimed_at`: in the hands of a sender; `settled_at`: out of ours.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    template: text().notNull(),
    state: text({
      enum: [
        'queued',
        'sending',
        'sent',
        'delivered',
        'bounced',
        'complained',
        'failed',
        'recorded',
      ],
    })
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
    batchId: uuid().references(() => mailBatches.id, { onDelete: 'set null' }),
    resend: boolean().notNull().default(false),
    html: text(),
    plainText: text(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    providerId: text(),
    round: integer().notNull().default(0),
    callKey: uuid(),
    dueAt: moment().notNull().defaultNow(),
    claimedAt: moment(),
    settledAt: moment(),
    createdAt: moment().notNull().defaultNow(),
    sentAt: moment(),
  },
  (t) => [
    uniqueIndex('mails_one_confirmation_per_code_key')
      .on(t.confCode)
      .where(sql`template = 'ticket-confirmation' and not resend`),
    uniqueIndex('mails_one_pass_per_code_key')
      .on(t.confCode)
      .where(sql`template = 'sponsor-pass' and not resend`),
    index('mails_by_code').on(t.confCode),
    index('mails_by_sponsor')
      .on(t.sponsorId, t.createdAt.desc())
      .where(sql`sponsor_id is not null`),
    index('mails_by_time').on(t.createdAt.desc()),
    index('mails_by_state').on(t.state, t.createdAt.desc()),
    index('mails_single_on_their_way')
      .on(t.dueAt, t.id)
      .where(sql`batch_id is null and state in ('queued', 'sending')`),
    index('mails_of_batches_on_their_way')
      .on(t.dueAt, t.id)
      .where(sql`batch_id is not null and state in ('queued', 'sending')`),
    index('mails_in_hand').on(t.claimedAt).where(sql`state = 'sending'`),
    index('mails_of_call').on(t.callKey).where(sql`call_key is not null`),
    index('mails_of_batch').on(t.batchId, t.state).where(sql`batch_id is not null`),
    index('mails_by_provider_id').on(t.providerId).where(sql`provider_id is not null`),
    check(
      'mails_state_known',
      sql`state in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'recorded')`,
    ),
  ],
)
