import { randomInt, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { jwtVerify, SignJWT } from 'jose'
import { signingKey } from '@/lib/auth/tokens'
import { ServiceError } from '@/lib/http/errors'
import { RULES } from '@/public/game/rules.js'
import { createWorld, press, step } from '@/public/game/world.js'
import { ROUND_LIFETIME } from './rules'

/**
 * JWT audience of the tokens of game rounds. It separates them from the tokens of sign-ins, which
 * are signed with the same secret.
 */
const AUDIENCE = 'game-round'

/**
 * Starts a round: returns a seed, and a token that contains the seed and the start time. Nothing is
 * stored before the score is sent.
 */
export async function startRound(now = new Date()) {
  const expiresAt = new Date(now.getTime() + ROUND_LIFETIME * 1000)
  const seed = randomInt(1, 2 ** 32)
  const token = await new SignJWT({ at: now.getTime(), seed })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setExpirationTime(expiresAt)
    .sign(await signingKey())
  return { token, seed, expiresAt: expiresAt.toISOString() }
}

export interface StartedRound {
  id: string
  seed: number
  startedAt: Date
  expiresAt: Date
}

/** Returns the round of a start token; null if the token is forged or has expired. */
export async function readRound(token: string): Promise<StartedRound | null> {
  try {
    const { payload } = await jwtVerify<{ at: number; jti: string; exp: number; seed: number }>(
      token,
      await signingKey(),
      { algorithms: ['HS256'], audience: AUDIENCE, requiredClaims: ['at', 'seed', 'jti', 'exp'] },
    )
    const { jti, seed, at, exp } = payload
    return { id: jti, seed, startedAt: new Date(at), expiresAt: new Date(exp * 1000) }
  } catch {
    return null
  }
}

/** Returns how long this number of steps takes to play, in ms. */
export const playedMs = (steps: number) => (steps * 1000) / RULES.stepsPerSecond

/**
 * Number of steps after which a replay lets other work of the process run: about 1 ms of replaying.
 */
const STEPS_PER_SLICE = 1_000
/** Maximum number of rounds that are queued for a replay. The longest round takes about 50 ms. */
const MAX_WAITING_ROUNDS = 40

let replayQueue = Promise.resolve()
let waitingRounds = 0

/**
 * Replays a round by the rules of the game. Returns its score and length in ms, or null if no round
 * has these presses. If the score is not `expected`, the round is replayed by the rules of the
 * previous game too, since an old page may have started it. Rounds are replayed one at a time and
 * in short parts, so that scans at the gate do not wait. Throws too_many if too many rounds are
 * queued.
 */
export async function verifyRound(seed: number, presses: readonly number[], expected?: number) {
  if (waitingRounds >= MAX_WAITING_ROUNDS)
    throw new ServiceError('too_many', 'Previše rezultata odjednom. Pokušajte ponovno.', {
      retryAfterSeconds: 5,
    })
  waitingRounds++
  const replay = replayQueue.then(async () => {
    const current = await replayRound(seed, presses, true)
    if (expected === undefined || current?.score === expected) return current
    return replayRound(seed, presses, false)
  })
  replayQueue = replay.then(
    () => {},
    () => {},
  )
  return replay.finally(() => {
    waitingRounds--
  })
}

async function replayRound(seed: number, presses: readonly number[], isGentle: boolean) {
  const world = createWorld(seed, isGentle)
  let nextPress = 0
  while (!world.over) {
    while (presses[nextPress] === world.steps) {
      if (!press(world)) return null
      nextPress++
    }
    step(world)
    world.cueCount = 0
    if (world.steps % STEPS_PER_SLICE === 0) await setImmediate()
  }
  if (nextPress < presses.length) return null
  return { score: world.score, durationMs: playedMs(world.steps) }
}
