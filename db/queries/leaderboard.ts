import { and, desc, eq, sql } from 'drizzle-orm'
import { LEADERBOARD_ENTRIES } from '../catalogue/leaderboard'
import type { Db } from '../pool'
import { normalized } from '../schema/columns'
import { leaderboardEntries, playedRounds } from '../schema/leaderboard'
import { fieldsOf, type ListParams, type ListShape, type Page, pageOfTable } from './list-query'
import { type RowOf, requireRow, rowQueries } from './rows'
import { shownTo } from './shown-columns'

/**
 * Columns for admins; only admins see the e-mail address. `verified`: the server has replayed the
 * round and got the same score.
 */
const columns = shownTo('admin', leaderboardEntries, LEADERBOARD_ENTRIES)

export type LeaderboardRow = RowOf<typeof columns>

const hasEmail = (email: string) => sql`${leaderboardEntries.email} = lower(${email})`

const shape: ListShape = {
  text: { name: normalized(leaderboardEntries.name) },
  exact: { email: hasEmail },
  order: {
    id: leaderboardEntries.id,
    name: normalized(leaderboardEntries.name),
    email: leaderboardEntries.email,
    score: leaderboardEntries.score,
  },
}

export const LEADERBOARD_FIELDS = fieldsOf(shape, ['name'])

const publicFields = Object.keys(shownTo('public', leaderboardEntries, LEADERBOARD_ENTRIES))
const publicOrder = Object.fromEntries(
  Object.entries(shape.order).filter(([field]) => publicFields.includes(field)),
)

/**
 * Public fields to search and order by. The e-mail address is excluded, because searching or
 * sorting by it would reveal who plays.
 */
export const PUBLIC_LEADERBOARD_FIELDS = fieldsOf({ ...shape, exact: {}, order: publicOrder }, [
  'name',
])

const last = [sql`${desc(leaderboardEntries.score)} nulls last`, leaderboardEntries.id]
const list = { table: leaderboardEntries, columns, shape, last }

/**
 * Returns a page of leaderboard entries, ordered by score unless another order is requested. Of
 * two equal scores, the earlier comes first.
 */
export const listLeaderboard = (
  db: Db,
  { verified, ...params }: ListParams & { verified?: boolean },
): Promise<Page<LeaderboardRow>> => {
  const always = verified === undefined ? undefined : eq(leaderboardEntries.verified, verified)
  return pageOfTable(db, list, params, always)
}

/**
 * Returns the verified entry of an e-mail address, which has at most one; null if there is none.
 */
export async function getLeaderboardEntryByEmail(
  db: Db,
  email: string,
): Promise<LeaderboardRow | null> {
  const [row] = await db
    .select(columns)
    .from(leaderboardEntries)
    .where(and(hasEmail(email), leaderboardEntries.verified))
  return row ?? null
}

/**
 * Stores a score by rule 12.14, separately for verified and for unverified scores. A first score is
 * inserted. A better score replaces the entry, which then ranks after equal scores. Any other score
 * changes only the nickname. If another submission is stored at the same time, `on conflict` keeps
 * the better score.
 */
export async function submitScore(
  db: Db,
  entry: { name: string; email: string; score: number; verified: boolean },
): Promise<LeaderboardRow> {
  const { name, email, score, verified } = entry
  const [row] = await db.execute<LeaderboardRow & Record<string, unknown>>(sql`
    with beaten as (
      delete from leaderboard_entries
      where email = lower(${email}) and verified = ${verified}::boolean and score < ${score}::int
      returning id
    )
    insert into leaderboard_entries as entry (name, email, score, verified)
    select ${name}::text, lower(${email}), ${score}::int, ${verified}::boolean
    from (select count(*) from beaten) as first
    on conflict (email, verified) do update
      set name = excluded.name, score = greatest(entry.score, excluded.score)
    returning id, name, email, score, verified`)
  return requireRow(row)
}

/**
 * Returns the rank of an entry among the verified or the unverified entries, counted from 1. Better
 * scores, and equal ones that were reached earlier, rank before the entry.
 */
export async function rankOf(db: Db, { id, score, verified }: LeaderboardRow) {
  const better = sql`(${leaderboardEntries.score} > ${score}
    or (${leaderboardEntries.score} = ${score} and ${leaderboardEntries.id} < ${id}))`
  const count = await db.$count(
    leaderboardEntries,
    and(eq(leaderboardEntries.verified, verified), better),
  )
  return 1 + count
}

/**
 * Marks a game round as used by a score. Returns false if the round has already been used. Also
 * purges up to 20 expired rounds.
 */
export async function consumeRound(
  tx: Db,
  round: { id: string; contentHash: string; expiresAt: Date },
): Promise<boolean> {
  const { id, contentHash, expiresAt } = round
  const used = await tx
    .insert(playedRounds)
    .values({ id, contentHash, expiresAt })
    .onConflictDoNothing()
    .returning({ id: playedRounds.id })
  await tx.execute(sql`
    delete from played_rounds where id in (
      select id from played_rounds where expires_at < now() limit 20 for update skip locked)`)
  return used.length > 0
}

/** Returns the hash of score and player with which a round was used; null for an unused round. */
export async function getRoundContent(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ contentHash: playedRounds.contentHash })
    .from(playedRounds)
    .where(eq(playedRounds.id, id))
  return row?.contentHash ?? null
}

export const {
  lock: lockLeaderboardEntry,
  update: updateLeaderboardEntry,
  delete: deleteLeaderboardEntry,
} = rowQueries(leaderboardEntries, columns)
