import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Who is told of what happens: an address, and the kinds of events it wants. `paused` by an admin,
 * `off` by its own failures. The secrets are sealed (lib/webhooks/secrets.ts); the old one signs
 * beside the new until `old_secret_until`.
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
    /** Since when the receiver may know it; null: it was told to nobody yet. */
    secretAt: c.timestamptz(),
    oldSecret: c.text(),
    oldSecretUntil: c.timestamptz(),
    createdAt: c.createdAt(),
    lastSuccessAt: c.timestamptz(),
    /** Since when nothing has come through, and how many attempts in a row have not. */
    failingSince: c.timestamptz(),
    failures: c.integer().notNull().default(0),
  },
  () => [
    check('webhook_receivers_state_known', sql`state in ('on', 'paused', 'off')`),
    check('webhook_receivers_filled', sql`btrim(description) <> '' and cardinality(events) > 0`),
  ],
)

/**
 * The outbox and the record in one: written by triggers in the transaction that causes the event
 * (`webhooks_…` in the migration), a row for each receiver who wants it. `due_at` is when to try
 * it, or while it is in somebody's hands (`sending`), when it counts as dropped. The receiver is a
 * bare number: a reference would have every sale lock its row, and fail beside its deletion.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The message's id, the same at every attempt. */
    id: c.randomId(),
    receiverId: c.integer().notNull(),
    type: c.text().notNull(),
    /** When it happened, which of a phone's queue may be long before it was written. */
    happenedAt: c.timestamptz().notNull(),
    data: c.jsonb().$type<Record<string, unknown>>().notNull(),
    /** One of many that one statement caused: it waits behind those that happen one by one. */
    isBulk: c.boolean().notNull().default(false),
    state: c
      .text({ enum: ['waiting', 'sending', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: c.integer().notNull().default(0),
    dueAt: c.timestamptz().notNull().default(sql`clock_timestamp()`),
    createdAt: c.timestamptz().notNull().default(sql`clock_timestamp()`),
    settledAt: c.timestamptz(),
    /** Of the last attempt: HTTP status, milliseconds, the first bytes, or why there was none. */
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
