import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'

/** Staff. Privilege: 0 nothing, 1 admin, 2 entry, 3 tickets, 4 entry and tickets. */
export const users = pgTable(
  'users',
  {
    id: c.rowId(),
    name: c.text().notNull().default(''),
    email: c.text().notNull(),
    privilege: c.smallint().notNull().default(0),
    createdAt: c.createdAt(),
  },
  (t) => [
    uniqueIndex('users_email_key').on(t.email),
    check('users_email_lower_case', sql`email = lower(email) and email <> ''`),
    check('users_privilege_range', sql`privilege between 0 and 4`),
  ],
)

/** Who of the staff did it; null once they are gone. */
export const staffId = () => c.integer().references(() => users.id, { onDelete: 'set null' })

/** Whose it is, and goes with. */
export const userIdCascade = () =>
  c
    .integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * One sign-in of one person, by browser or by bearer token. Every token names
 * its sign-in, so ending the row ends them all. `generation` counts refreshes:
 * a refresh token of an earlier generation has been used before.
 */
export const authSessions = pgTable(
  'auth_sessions',
  {
    id: c.randomId(),
    userId: userIdCascade(),
    generation: c.integer().notNull().default(0),
    /** Browser and system in words, to tell one's own from another's; empty where unknown. */
    device: c.text().notNull().default(''),
    createdAt: c.createdAt(),
    /** To the minute, so that not every request writes. */
    lastUsedAt: c.createdAt(),
    expiresAt: c.timestamptz().notNull(),
    endedAt: c.timestamptz(),
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
  emailHash: c.text().primaryKey(),
  grantedAt: c.createdAt(),
})

/**
 * Guests that a search has shown to a sign-in below admin: only these it opens by their number.
 * No key to `guests`, whose rows stay; an insert would hold each of them.
 */
export const shownGuests = pgTable(
  'shown_guests',
  {
    signInId: c
      .uuid()
      .notNull()
      .references(() => authSessions.id, { onDelete: 'cascade' }),
    guestId: c.integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.signInId, t.guestId] })],
)

/** How many guests people below admin have looked at, by the hour. */
export const guestReads = pgTable(
  'guest_reads',
  {
    userId: userIdCascade(),
    hour: c.timestamptz().notNull(),
    guests: c.integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hour] })],
)

/** ID tokens that were exchanged for a sign-in: each is good for one, on any instance. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    hash: c.text().primaryKey(),
    /** When the token itself runs out, and the row can go. */
    expiresAt: c.timestamptz().notNull(),
  },
  (t) => [index('used_id_tokens_by_expiry').on(t.expiresAt)],
)
