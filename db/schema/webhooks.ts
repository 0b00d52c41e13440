import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Receivers of webhooks: a URL and the types of events to send. `paused` by an admin, `off` after
 * repeated failures. The secrets are encrypted (lib/webhooks/secrets.ts). Until `oldSecretUntil`,
 * messages are signed with both secrets.
 */
export const webhookReceivers = pgTable(
  'webhook_receivers',
  {
    id: c.rowId(),
    description: c.text().notNull(),
    url: c.text().notNull(),
    events: c.text().array().notNull(),
    state: c
      .text({ enum: ['on', 'paused', 'off'] })
      .notNull()
      .default('on'),
    secret: c.text().notNull(),
    /** Time at which the secret was first shown to an admin; null before. */
    secretAt: c.timestamptz(),
    oldSecret: c.text(),
    oldSecretUntil: c.timestamptz(),
    createdAt: c.createdAt(),
    lastSuccessAt: c.timestamptz(),
    /** Time of the first failure since the last success, and the number of failures since. */
    failingSince: c.timestamptz(),
    failures: c.integer().notNull().default(0),
  },
  () => [
    check('webhook_receivers_state_known', sql`state in ('on', 'paused', 'off')`),
    check('webhook_receivers_filled', sql`btrim(description) <> '' and cardinality(events) > 0`),
  ],
)

/**
 * Outbox and history of webhook deliveries, one row per event and receiver. The triggers
 * `…_webhooks_…` (db/triggers.md) insert them in the transaction that causes the event. `dueAt`: time
 * of the next attempt, and while `sending` the end of the lease. The receiver has no foreign key,
 * which would lock its row at every sale and let a sale fail while the receiver is deleted.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Id of the message, the same for every attempt. */
    id: c.randomId(),
    receiverId: c.integer().notNull(),
    type: c.text().notNull(),
    /** Time of the event. An offline device may report it hours later. */
    happenedAt: c.timestamptz().notNull(),
    data: c.jsonb().$type<Record<string, unknown>>().notNull(),
    /**
     * Whether a bulk job caused the event. Such deliveries are sent after those of single actions.
     */
    isBulk: c.boolean().notNull().default(false),
    state: c
      .text({ enum: ['waiting', 'sending', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: c.integer().notNull().default(0),
    dueAt: c.timestamptz().notNull().default(sql`clock_timestamp()`),
    createdAt: c.timestamptz().notNull().default(sql`clock_timestamp()`),
    settledAt: c.timestamptz(),
    /** Last attempt: HTTP status, duration in ms, and the start of the response or the error. */
    status: c.integer(),
    ms: c.integer(),
    answer: c.text(),
    lastError: c.text(),
  },
  (t) => [
    index('webhook_deliveries_to_send')
      .on(t.receiverId, t.isBulk, t.dueAt)
      .where(sql`settled_at is null`),
    index('webhook_deliveries_by_time').on(t.createdAt, t.id),
    index('webhook_deliveries_of_receiver').on(t.receiverId, t.createdAt, t.id),
    check(
      'webhook_deliveries_state_known',
      sql`state in ('waiting', 'sending', 'delivered', 'failed')`,
    ),
    check(
      'webhook_deliveries_settled_whole',
      sql`(settled_at is null) = (state in ('waiting', 'sending'))`,
    ),
  ],
)
