import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment, rowId } from './columns'

/** Staff. Privilege: 0 nothing, 1 admin, 2 entry, 3 tickets, 4 entry and tickets. */
export const users = pgTable(
  'users',
  {
    id: rowId(),
    name: text().notNull().default(''),
    email: text().notNull(),
    privilege: smallint().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(t.email),
    check('users_email_lower_case', sql`email = lower(email) and email <> ''`),
    check('users_privilege_range', sql`privilege between 0 and 4`),
  ],
)

/**
 * One sign-in of one person, by browser or by bearer token. Every token names
 * its sign-in, so ending the row ends them all. `generation` counts refreshes:
 * a refresh token of an earlier generation has been used before.
 */
export const authSessions = pgTable(
  'auth_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    generation: integer().notNull().default(0),
    /** Browser and system in words, to tell one's own from another's; empty where unknown. */
    device: text().notNull().default(''),
    createdAt: moment().notNull().defaultNow(),
    /** To the minute, so that not every request writes. */
    lastUsedAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (t) => [
    index('auth_sessions_by_user').on(t.userId),
    check('auth_sessions_generation_counts', sql`generation >= 0`),
  ],
)

/**
 * Who has been made admin by `ADMIN_EMAILS`: each once, so that a demotion or a deletion
 * holds. A hash, since it outlives the person's row.
 */
export const adminGrants = pgTable('admin_grants', {
  emailHash: text().primaryKey(),
  grantedAt: moment().notNull().defaultNow(),
})

/** How many guests people below admin have looked at, by the hour. */
export const guestReads = pgTable(
  'guest_reads',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hour: moment().notNull(),
    guests: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hour] })],
)

/** ID tokens that were exchanged for a sign-in: each is good for one, on any instance. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    hash: text().primaryKey(),
    /** When the token itself runs out, and the row can go. */
    expiresAt: moment().notNull(),
  },
  (t) => [index('used_id_tokens_by_expiry').on(t.expiresAt)],
)
