import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import * as c from './columns'

/**
 * Best score of each player of the game, and beside it the best that nobody could verify:
 * one never touches the other. The e-mail is for the admin only.
 */
export const leaderboardEntries = pgTable(
  'leaderboard_entries',
  {
    ...c.named(),
    email: c.text().notNull(),
    score: c.integer().notNull(),
    /** The server has played the round again and come to the same score. */
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

/** Rounds of the game whose score came in: a start token is good for one, on any instance. */
export const playedRounds = pgTable(
  'played_rounds',
  {
    id: c.uuid().primaryKey(),
    /** Of score and player, to know the same score when it is sent again. */
    contentHash: c.text().notNull(),
    /** When the token has run out, and the row can go. */
    expiresAt: c.timestamptz().notNull(),
  },
  (t) => [index('played_rounds_by_expiry').on(t.expiresAt)],
)
