import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import { redactActivities } from '@/db/queries/activities'
import { recordErasure } from '@/db/queries/erasures'
import * as queries from '@/db/queries/leaderboard'
import type { Page } from '@/db/queries/list-query'
import type { UserRow } from '@/db/queries/users'
import { logActivity } from '@/lib/activities/record'
import { hasPermission } from '@/lib/auth/rules'
import { invalidate } from '@/lib/cache/invalidate'
import { getConfig } from '@/lib/config/settings'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { listParams } from '@/lib/http/list-params'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { requireBeforeErasure } from '@/lib/phase/service'
import { emptyIfHidden } from '@/lib/visibility/rules'
import { playedMs, readRound, type StartedRound, verifyRound } from './rounds'
import { LEADERBOARD_SIZE, OWN_GAME } from './rules'
import {
  LEADERBOARD_MESSAGES,
  type LeaderboardEntry,
  type leaderboardQuery,
  type NewScore,
  type PlacedEntry,
} from './schema'

/** Rate limit of scores per player (rule 14.6). No player ends a round every second. */
const PER_PLAYER = { points: 60, seconds: 60 }
/** Rate limit of scores without a proof, for all players together. Only admins see these scores. */
const UNCOUNTED = { points: 600, seconds: 60 }
/** Maximum difference between the clocks of two instances. */
const MAX_CLOCK_DIFFERENCE_MS = 2000

/**
 * Whether the game is the one that ships with the project. Only this game proves its rounds (rules
 * 12.15 and 10.17).
 */
const isOwnGame = () => getConfig().GAME_URL === OWN_GAME

/** Converts a row to a response. Only an admin gets the e-mail address (rule 12.16). */
function viewEntry(row: queries.LeaderboardRow, forAdmin: boolean): LeaderboardEntry {
  const { id, name, score, email, verified } = row
  return forAdmin ? { id, name, score, email, verified: verified ? '1' : '0' } : { id, name, score }
}

/**
 * Lists entries with the total number of matches. Only admins can search by e-mail, and get e-mail
 * addresses and scores that do not count.
 */
export async function findLeaderboard(
  { verified, ...query }: z.output<typeof leaderboardQuery>,
  user: UserRow | null,
  isShown = true,
): Promise<Page<LeaderboardEntry>> {
  const isAdmin = user !== null && hasPermission(user.privilege, 'admin')
  const fields = isAdmin ? queries.LEADERBOARD_FIELDS : queries.PUBLIC_LEADERBOARD_FIELDS
  const requested = verified === undefined ? undefined : verified === '1'
  const { rows, total } = await queries.listLeaderboard(getDb(), {
    ...listParams(query, fields),
    verified: isAdmin ? requested : isOwnGame(),
  })
  return emptyIfHidden(isShown, { rows: rows.map((row) => viewEntry(row, isAdmin)), total })
}

/**
 * Stores a score by rule 12.14. A score with a proof must equal the score of the replayed round. A
 * score without one is stored separately and never changes a verified entry. The same score sent
 * again, because its response was lost, gets the current entry. Throws invalid for a round that was
 * not played so, conflict for a start token that was used for another score, and gone after the
 * personal data of the edition were erased.
 */
export async function submitScore(body: NewScore): Promise<PlacedEntry> {
  if (!body.proof && isOwnGame()) await rateLimitByKey('unproved score', 'all', UNCOUNTED)
  const round = body.proof && (await checkProof(body.score, body.proof))
  await rateLimitByKey('leaderboard score', body.email, PER_PLAYER)
  return getDb().transaction(async (tx) => {
    const { name, email, score } = body
    const verified = round !== undefined
    const isFirst =
      !round || (await queries.consumeRound(tx, { ...round, contentHash: contentHash(body) }))
    const entry = isFirst
      ? await queries.submitScore(tx, { name, email, score, verified })
      : await earlierEntry(tx, round, body)
    await requireBeforeErasure(tx)
    const rank = verified === isOwnGame() ? await queries.rankOf(tx, entry) : null
    // An entry after the twentieth was not on the page before either, so the page stays valid.
    if (isFirst && rank !== null && rank <= LEADERBOARD_SIZE) await invalidate(tx, 'leaderboard')
    return { id: entry.id, name: entry.name, score: entry.score, rank }
  })
}

async function checkProof(
  score: number,
  { token, presses }: NonNullable<NewScore['proof']>,
): Promise<StartedRound> {
  const { badProof, tooFast, notPlayed } = LEADERBOARD_MESSAGES
  const round = await readRound(token)
  if (!round) throw invalidScore('proof', badProof)
  const elapsed = Date.now() - round.startedAt.getTime() + MAX_CLOCK_DIFFERENCE_MS
  const lastPress = playedMs(presses.at(-1) ?? 0)
  if (lastPress > elapsed) throw invalidScore('proof', tooFast)
  const played = await verifyRound(round.seed, presses, score)
  if (played?.score !== score) throw invalidScore('score', notPlayed)
  if (played.durationMs > elapsed) throw invalidScore('proof', tooFast)
  return round
}

async function earlierEntry(tx: Db, round: StartedRound, body: NewScore) {
  const isSame = (await queries.getRoundContent(tx, round.id)) === contentHash(body)
  const entry = isSame ? await queries.getLeaderboardEntryByEmail(tx, body.email) : null
  if (entry) return entry
  throw new ServiceError('conflict', LEADERBOARD_MESSAGES.used, { code: 'round_used' })
}

/**
 * Returns a hash that recognizes the same score of the same player, without storing the e-mail
 * address.
 */
const contentHash = ({ email, score }: NewScore) =>
  createHash('sha256').update(`${score}\n${email}`).digest('base64url')

const invalidScore = (field: 'score' | 'proof', sentence: string) =>
  new ServiceError('invalid', sentence, {
    code: field === 'score' ? 'impossible_score' : 'invalid_proof',
    fields: { [field]: [sentence] },
  })

/** Changes the nickname of an entry. Throws not_found. */
export function renameEntry(id: number, name: string, user: UserRow): Promise<LeaderboardEntry> {
  return getDb().transaction(async (tx) => {
    const before = requireFound(
      await queries.lockLeaderboardEntry(tx, id),
      LEADERBOARD_MESSAGES.notThere,
    )
    const after = { ...before, name }
    await queries.updateLeaderboardEntry(tx, id, { name })
    await logActivity(tx, user, 'leaderboard', [before, after])
    return viewEntry(after, true)
  })
}

/**
 * Deletes an entry. The activity log keeps that there was an entry, without personal data. A
 * restored backup deletes the entry again. Throws not_found.
 */
export function deleteEntry(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const deleted = requireFound(
      await queries.deleteLeaderboardEntry(tx, id),
      LEADERBOARD_MESSAGES.notThere,
    )
    await recordErasure(tx, 'leaderboard_entries', id)
    await logActivity(tx, user, 'leaderboard', [deleted, null])
    await redactActivities(tx, 'leaderboard', id)
  })
}
