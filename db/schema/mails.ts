import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { MAIL_STATES } from '../catalogue/mail-states'
import * as c from './columns'
import { guests } from './guests'
import { sponsors } from './sponsors'
import { staffId } from './users'

/** A sending of many mails at once, so that its progress can be shown and it can be stopped. */
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

/** One row: from when on the service may be called again, by whichever instance. */
export const mailService = pgTable(
  'mail_service',
  {
    id: c.integer().primaryKey().default(1),
    freeAt: c.createdAt(),
    pausedUntil: c.timestamptz(),
    reason: c.text(),
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
    /** What the template says besides: kept, so that the same record makes the same mail. */
    details: c.jsonb().$type<Record<string, unknown>>(),
    batchId: c.uuid().references(() => mailBatches.id, { onDelete: 'set null' }),
    resend: c.boolean().notNull().default(false),
    /** Nobody of the staff asked for it: sent after all other single mails that are due. */
    lowPriority: c.boolean().notNull().default(false),
    /** The bounce was for now alone, as of a full mailbox: a delivery that is told of wins. */
    isSoftBounce: c.boolean().notNull().default(false),
    html: c.text(),
    plainText: c.text(),
    attempts: c.integer().notNull().default(0),
    lastError: c.text(),
    providerId: c.text(),
    round: c.integer().notNull().default(0),
    callKey: c.uuid(),
    dueAt: c.createdAt(),
    claimedAt: c.timestamptz(),
    settledAt: c.timestamptz(),
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
