import { createHash } from 'node:crypto'
import { type Db, getDb } from '@/db/client'
import { forgetInActivities } from '@/db/queries/activities'
import * as queries from '@/db/queries/leaderboard'
import type { UserRow } from '@/db/queries/users'
import { record } from '@/lib/activities/record'
import { invalidate } from '@/lib/cache/invalidate'
import { notFound, ServiceError } from '@/lib/http/errors'
import { limitBy } from '@/lib/http/rate-limit'
import { LEADERBOARD_MESSAGES } from './messages'
import { readRound, type StartedRound } from './proof'
import { isPossibleRound, TOP } from './rules'
import type { LeaderboardEntry, NewScore, PlacedEntry } from './schema'
import { viewEntry } from './view'

/** Nobody ends a round a second. */
const PER_PLAYER = { points: 60, seconds: 60 }
/** Between the clocks of two instances. */
const CLOCKS_DIFFER_MS = 2000

/**
 * Takes in a played round by the rule of spec section 4. The same round sent again, because
 * its first answer was lost, gets the entry as it is now. Throws invalid for a round that
 * cannot have been played, conflict for a start token that another score has used.
 */
export async function submitScore(body: NewScore): Promise<PlacedEntry> {
  const round = await checkProof(body)
  await limitBy('leaderboard score', body.email, PER_PLAYER)
  return getDb().transaction(async (tx) => {
    const { name, email, score } = body
    const isFirst = await queries.useRound(tx, { ...round, contentHash: contentHash(body) })
    const entry = isFirst
      ? await queries.submitScore(tx, { name, email, score })
      : await earlierEntry(tx, round, body)
    const rank = await queries.rankOf(tx, entry)
    // An entry beyond the page's twenty was beyond them before, too.
    if (isFirst && rank <= TOP) await invalidate(tx, 'leaderboard')
    return { id: entry.id, name: entry.name, score: entry.score, rank }
  })
}

async function checkProof({ score, proof }: NewScore): Promise<StartedRound> {
  const { durationMs, events, token } = proof
  if (!isPossibleRound({ score, durationMs, events }))
    throw refused('score', LEADERBOARD_MESSAGES.impossible)
  const round = await readRound(token)
  if (!round) throw refused('proof', LEADERBOARD_MESSAGES.badProof)
  const elapsed = Date.now() - round.startedAt.getTime()
  if (durationMs > elapsed + CLOCKS_DIFFER_MS) throw refused('proof', LEADERBOARD_MESSAGES.tooFast)
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
    const before = await queries.lockLeaderboardEntry(tx, id)
    if (!before) throw notFound(LEADERBOARD_MESSAGES.notThere)
    const after = { ...before, name }
    await queries.renameLeaderboardEntry(tx, id, name)
    await record(tx, user, 'leaderboard', [before, after])
    await invalidate(tx, 'leaderboard')
    return viewEntry(after, true)
  })
}

/** Throws not_found. The record keeps that there was an entry, not whose it was. */
export function deleteEntry(id: number, user: UserRow): Promise<void> {
  return getDb().transaction(async (tx) => {
    const gone = await queries.deleteLeaderboardEntry(tx, id)
    if (!gone) throw notFound(LEADERBOARD_MESSAGES.notThere)
    await record(tx, user, 'leaderboard', [gone, null])
    await forgetInActivities(tx, 'leaderboard', id)
    await invalidate(tx, 'leaderboard')
  })
}
