import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Best scores of the game: per player the best verified score, and separately the best unverified
 * one. Only admins see the e-mail address.
 */
export const leaderboardEntries = pgTable(
  'leaderboard_entries',
  {
    id: c.rowId(),
    name: c.text().notNull(),
    email: c.text().notNull(),
    score: c.integer().notNull(),
    /** Whether the server replayed the round and got the same score. */
    verified: c.boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('leaderboard_entries_email_key').on(t.email, t.verified),
    check('leaderboard_entries_email_lower_case', sql`email = lower(email)`),
    index('leaderboard_entries_by_score').on(t.verified, t.score.desc(), t.id),
    check('leaderboard_entries_name_filled', sql`btrim(name) <> ''`),
    check('leaderboard_entries_score_not_negative', sql`score >= 0`),
  ],
)

/** Game rounds whose score was submitted. A start token is valid for one score, on any instance. */
export const playedRounds = pgTable(
  'played_rounds',
  {
    id: c.uuid().primaryKey(),
    /** Hash of score and player, to recognize a repeated submission. */
    contentHash: c.text().notNull(),
    /** Expiry of the start token. The row is purged afterwards. */
    expiresAt: c.timestamptz().notNull(),
  },
  (t) => [index('played_rounds_by_expiry').on(t.expiresAt)],
)
