import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'

/** Users, the staff. Privilege: 0 none, 1 admin, 2 entry, 3 tickets, 4 entry and tickets. */
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

/** Foreign key to the user who did the action. It becomes null when that user is deleted. */
export const staffId = () => c.integer().references(() => users.id, { onDelete: 'set null' })

/** Foreign key to a user: deleting the user deletes the row. */
export const userIdCascade = () =>
  c
    .integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Sessions: a user's sign-in in one browser or by bearer token, or a key with which a program works
 * for the user (rule 9.18). Every token contains the session's id, so ending the session invalidates
 * all its tokens. `generation` counts refreshes; a refresh token of an earlier generation has
 * already been used.
 */
export const authSessions = pgTable(
  'auth_sessions',
  {
    id: c.randomId(),
    userId: userIdCascade(),
    generation: c.integer().notNull().default(0),
    /** Browser and operating system, so that users recognize their sessions; '' if unknown. */
    device: c.text().notNull().default(''),
    /** Name of a key, and the privilege with which it was made. Null for other sign-ins. */
    keyName: c.text(),
    keyPrivilege: c.smallint(),
    createdAt: c.createdAt(),
    /** Rounded to the minute, to avoid a write with every request. */
    lastUsedAt: c.createdAt(),
    expiresAt: c.timestamptz().notNull(),
    endedAt: c.timestamptz(),
  },
  (t) => [
    index('auth_sessions_by_user').on(t.userId),
    check('auth_sessions_generation_counts', sql`generation >= 0`),
    check('auth_sessions_key_is_whole', sql`(key_name is null) = (key_privilege is null)`),
    check('auth_sessions_key_privilege_range', sql`key_privilege between 1 and 4`),
  ],
)

/**
 * E-mail addresses that `ADMIN_EMAILS` has made admin. Each address is made admin only once, so
 * that a later demotion or deletion is not reverted. Stored as a hash, because the row outlives the
 * user.
 */
export const adminGrants = pgTable('admin_grants', {
  emailHash: c.text().primaryKey(),
  grantedAt: c.createdAt(),
})

/**
 * Guests that a search or a scan has shown to a session without admin privilege. The session may
 * open only these guests by id (rule 4.15). No foreign key to `guests`, because each insert would
 * lock the guest's row.
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

/**
 * Number of guests per hour that a search showed to a user without admin privilege, or that the
 * user opened (rule 4.16).
 */
export const guestReads = pgTable(
  'guest_reads',
  {
    userId: userIdCascade(),
    hour: c.timestamptz().notNull(),
    guests: c.integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hour] })],
)

/** ID tokens that were exchanged for a sign-in. Each is valid only once, on any instance. */
export const usedIdTokens = pgTable(
  'used_id_tokens',
  {
    hash: c.text().primaryKey(),
    /** Expiry of the token. The row is purged afterwards. */
    expiresAt: c.timestamptz().notNull(),
  },
  (t) => [index('used_id_tokens_by_expiry').on(t.expiresAt)],
)
