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

/** Nobody ends a round a second. */
const PER_PLAYER = { points: 60, seconds: 60 }
/** Of scores that count nowhere, from all together: they only lie there to be looked at. */
const UNCOUNTED = { points: 600, seconds: 60 }
/** Between the clocks of two instances. */
const CLOCKS_DIFFER_MS = 2000

/** Our game proves its rounds; of another one there is nothing but its word (rules 12.15 and 10.17). */
const isOurGame = () => getConfig().GAME_URL === OWN_GAME

/** An e-mail address leaves the server for an admin only (rule 12.16). */
function viewEntry(row: queries.LeaderboardRow, forAdmin: boolean): LeaderboardEntry {
  const { id, name, score, email, verified } = row
  return forAdmin ? { id, name, score, email, verified: verified ? '1' : '0' } : { id, name, score }
}

/** Entries and how many match; by e-mail, with it, and those that do not count, for admins only. */
export async function findLeaderboard(
  { verified, ...query }: z.output<typeof leaderboardQuery>,
  user: UserRow | null,
  isShown = true,
): Promise<Page<LeaderboardEntry>> {
  const isAdmin = user !== null && hasPermission(user.privilege, 'admin')
  const fields = isAdmin ? queries.LEADERBOARD_FIELDS : queries.PUBLIC_LEADERBOARD_FIELDS
  const asked = verified === undefined ? undefined : verified === '1'
  const { rows, total } = await queries.listLeaderboard(getDb(), {
    ...listParams(query, fields),
    verified: isAdmin ? asked : isOurGame(),
  })
  return emptyIfHidden(isShown, { rows: rows.map((row) => viewEntry(row, isAdmin)), total })
}

/**
 * Takes in a score by rule 12.14. One with a proof must be what the round
 * comes to when it is played again; one without is kept beside, and changes nothing of a
 * player who proved theirs. The same round sent again, because its first answer was lost, gets
 * the entry as it is now. Throws invalid for a round that was not played so, conflict for a
 * start token that another score has used.
 */
export async function submitScore(body: NewScore): Promise<PlacedEntry> {
  if (!body.proof && isOurGame()) await rateLimitByKey('unproved score', 'all', UNCOUNTED)
  const round = body.proof && (await checkProof(body.score, body.proof))
  await rateLimitByKey('leaderboard score', body.email, PER_PLAYER)
  return getDb().transaction(async (tx) => {
    const { name, email, score } = body
    const verified = round !== undefined
    const isFirst =
      !round || (await queries.takeRound(tx, { ...round, contentHash: contentHash(body) }))
    const entry = isFirst
      ? await queries.submitScore(tx, { name, email, score, verified })
      : await earlierEntry(tx, round, body)
    const rank = verified === isOurGame() ? await queries.rankOf(tx, entry) : null
    // An entry beyond the page's twenty was beyond them before, too.
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
  if (!round) throw refused('proof', badProof)
  const elapsed = Date.now() - round.startedAt.getTime() + CLOCKS_DIFFER_MS
  const lastPress = playedMs(presses.at(-1) ?? 0)
  if (lastPress > elapsed) throw refused('proof', tooFast)
  const played = await verifyRound(round.seed, presses, score)
  if (played?.score !== score) throw refused('score', notPlayed)
  if (played.durationMs > elapsed) throw refused('proof', tooFast)
  return round
}

async function earlierEntry(tx: Db, round: StartedRound, body: NewScore) {
  const isSame = (await queries.getRoundContent(tx, round.id)) === contentHash(body)
  const entry = isSame ? await queries.getLeaderboardEntryByEmail(tx, body.email) : null
  if (entry) return entry
  throw new ServiceError('conflict', LEADERBOARD_MESSAGES.used, { code: 'round_used' })
}

/** Says whether it is the same score again, without keeping whose it is. */
const contentHash = ({ email, score }: NewScore) =>
  createHash('sha256').update(`${score}\n${email}`).digest('base64url')

const refused = (field: 'score' | 'proof', sentence: string) =>
  new ServiceError('invalid', sentence, {
    code: field === 'score' ? 'impossible_score' : 'invalid_proof',
    fields: { [field]: [sentence] },
  })

/** Throws not_found. */
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
 * Throws not_found. The record keeps that there was an entry, not whose it was, and a restored
 * backup deletes the entry again.
 */
export function deleteEntry(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const gone = requireFound(
      await queries.deleteLeaderboardEntry(tx, id),
      LEADERBOARD_MESSAGES.notThere,
    )
    await recordErasure(tx, 'leaderboard_entries', id)
    await logActivity(tx, user, 'leaderboard', [gone, null])
    await redactActivities(tx, 'leaderboard', id)
  })
}
