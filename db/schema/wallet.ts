import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import * as c from './columns'
import { guestIdCascade } from './guests'

/**
 * Wallet passes of tickets. The id is random and does not reveal the confirmation code. Triggers on
 * guests and editions enqueue an update of a pass in `wallet_outbox`.
 */
export const walletPasses = pgTable(
  'wallet_passes',
  {
    id: c.randomId(),
    guestId: guestIdCascade(),
    /**
     * Confirmation code of the ticket. It becomes null when the ticket is returned; the pass is
     * then void, unless the undo of a bulk job restores the ticket.
     */
    confCode: c.uuid(),
    /** Whether the pass was saved to Google Wallet, so that Google needs updates. */
    isGoogle: c.boolean().notNull().default(false),
    createdAt: c.createdAt(),
    /** Last change, in whole seconds as HTTP dates need. Each change gets a later second. */
    changedAt: c.timestamp({ withTimezone: true, precision: 0 }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('wallet_passes_code_key').on(t.confCode),
    index('wallet_passes_by_guest').on(t.guestId),
  ],
)

/** Phones with an Apple pass that have registered for updates. */
export const walletPhones = pgTable(
  'wallet_phones',
  {
    passId: c
      .uuid()
      .notNull()
      .references(() => walletPasses.id, { onDelete: 'cascade' }),
    device: c.text().notNull(),
    pushToken: c.text().notNull(),
    createdAt: c.createdAt(),
  },
  (t) => [
    primaryKey({ name: 'wallet_phones_pkey', columns: [t.passId, t.device] }),
    index('wallet_phones_by_device').on(t.device),
    index('wallet_phones_by_token').on(t.pushToken),
    check('wallet_phones_bounded', sql`length(device) <= 100 and length(push_token) <= 200`),
  ],
)

/**
 * Outbox of pass updates, written in the transaction that causes them. With a device: push
 * notification to that phone. Without a device: update of the pass at Google. Without a pass: update
 * of the festival's data at Google.
 */
export const walletOutbox = pgTable(
  'wallet_outbox',
  {
    id: c.rowId(),
    passId: c.uuid().references(() => walletPasses.id, { onDelete: 'cascade' }),
    device: c.text(),
    /**
     * Version of the pending update. A change during a delivery increases the version, so that
     * another update is sent.
     */
    version: c.integer().notNull().default(0),
    attempts: c.integer().notNull().default(0),
    dueAt: c.createdAt(),
  },
  (t) => [
    unique('wallet_outbox_once').on(t.passId, t.device).nullsNotDistinct(),
    foreignKey({
      name: 'wallet_outbox_phone_fk',
      columns: [t.passId, t.device],
      foreignColumns: [walletPhones.passId, walletPhones.device],
    }).onDelete('cascade'),
    index('wallet_outbox_by_time').on(t.dueAt, t.id),
  ],
)
