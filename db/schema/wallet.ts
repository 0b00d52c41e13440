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
import { ofGuest } from './guests'

/**
 * A ticket that somebody asked for as a pass; its number is the pass's own, which tells nothing
 * of the code. Triggers on guests and editions keep it, and write what is to be told outside.
 */
export const walletPasses = pgTable(
  'wallet_passes',
  {
    id: c.randomId(),
    guestId: ofGuest(),
    /** The ticket's; null once it was given back, when the pass is void for good. */
    confCode: c.uuid(),
    /** Whether Google's wallet was asked for, and so may know it. */
    isGoogle: c.boolean().notNull().default(false),
    createdAt: c.createdAt(),
    /** When it last became another; each change has a whole second of its own, as HTTP tells them. */
    changedAt: c.timestamp({ withTimezone: true, precision: 0 }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('wallet_passes_code_key').on(t.confCode),
    index('wallet_passes_by_guest').on(t.guestId),
  ],
)

/** A phone with an Apple pass on it that wants to hear of changes, as it tells us itself. */
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
 * What must be told outside, written in the transaction that causes it: that a phone's pass has
 * changed; without a phone, what Google knows of a pass; without a pass, of the festival.
 */
export const walletNews = pgTable(
  'wallet_news',
  {
    id: c.rowId(),
    passId: c.uuid().references(() => walletPasses.id, { onDelete: 'cascade' }),
    device: c.text(),
    /** Grows with every change, so that what changed while it was being told is told again. */
    round: c.integer().notNull().default(0),
    attempts: c.integer().notNull().default(0),
    dueAt: c.createdAt(),
  },
  (t) => [
    unique('wallet_news_once').on(t.passId, t.device).nullsNotDistinct(),
    foreignKey({
      name: 'wallet_news_phone_fk',
      columns: [t.passId, t.device],
      foreignColumns: [walletPhones.passId, walletPhones.device],
    }).onDelete('cascade'),
    index('wallet_news_by_time').on(t.dueAt, t.id),
  ],
)
