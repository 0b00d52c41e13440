import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { MAIL_STATES } from '../catalogue/mail-states'
import * as c from './columns'
import { guests } from './guests'
import { sponsors } from './sponsors'
import { staffId } from './users'

/** Mail batches: mails queued together, with progress and a stop button. */
export const mailBatches = pgTable(
  'mail_batches',
  {
    id: c.randomId(),
    kind: c.text().notNull(),
    total: c.integer().notNull(),
    createdBy: staffId(),
    createdAt: c.createdAt(),
    stoppedAt: c.timestamptz(),
  },
  (t) => [index('mail_batches_by_time').on(t.createdAt.desc())],
)

/** State of the mail provider, shared by all instances. Always one row. */
export const mailService = pgTable(
  'mail_service',
  {
    id: c.integer().primaryKey().default(1),
    /** Earliest time of the next request to the provider. */
    nextCallAt: c.createdAt(),
    pausedUntil: c.timestamptz(),
    reason: c.text(),
  },
  () => [check('mail_service_one_row', sql`id = 1`)],
)

/**
 * Outbox and history of mails. A mail is inserted in the transaction that causes it; the sender
 * stores the outcome. Without a mail provider, `recorded` is the last state. The idempotency key at
 * the provider is the id with `resendCount`. Mails of one provider request share its `callKey`.
 * `dueAt`: earliest time to send. `claimedAt`: start of the sender's lease. `finishedAt`: end of the
 * last attempt.
 */
export const mails = pgTable(
  'mails',
  {
    id: c.randomId(),
    template: c.text().notNull(),
    state: c.text({ enum: MAIL_STATES }).notNull().default('queued'),
    toMail: c.text().notNull(),
    name: c.text().notNull().default(''),
    subject: c.text().notNull().default(''),
    message: c.text().notNull().default(''),
    confCode: c.uuid(),
    link: c.text(),
    guestId: c.integer().references(() => guests.id, { onDelete: 'set null' }),
    sponsorId: c.integer().references(() => sponsors.id, { onDelete: 'set null' }),
    /** Further data for the template, stored so that a retry renders the same mail. */
    details: c.jsonb().$type<Record<string, unknown>>(),
    batchId: c.uuid().references(() => mailBatches.id, { onDelete: 'set null' }),
    resend: c.boolean().notNull().default(false),
    /**
     * For a mail that no user of the staff requested. It is sent after all other due mails outside
     * batches.
     */
    lowPriority: c.boolean().notNull().default(false),
    /**
     * Whether the mail bounced temporarily, for example at a full mailbox. A later delivery report
     * overrides it.
     */
    isSoftBounce: c.boolean().notNull().default(false),
    html: c.text(),
    plainText: c.text(),
    attempts: c.integer().notNull().default(0),
    lastError: c.text(),
    providerId: c.text(),
    resendCount: c.integer().notNull().default(0),
    callKey: c.uuid(),
    dueAt: c.createdAt(),
    claimedAt: c.timestamptz(),
    finishedAt: c.timestamptz(),
    createdAt: c.createdAt(),
    sentAt: c.timestamptz(),
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
    index('mails_of_low_priority').on(t.createdAt).where(sql`low_priority`),
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
