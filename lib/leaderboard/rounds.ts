import { randomInt, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { jwtVerify, SignJWT } from 'jose'
import { signingKey } from '@/lib/auth/tokens'
import { ServiceError } from '@/lib/http/errors'
import { RULES } from '@/public/game/rules.js'
import { createWorld, press, step } from '@/public/game/world.js'
import { ROUND_LIFETIME } from './rules'

/** Tells these tokens from the sign-ins', which the same secret signs. */
const AUDIENCE = 'game-round'

/** A token that says when a round began and with which seed. Nothing is stored until its score comes in. */
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

/** The round that a token of ours began, or null when it is forged or has expired. */
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

/** Milliseconds that so many steps take to play. */
export const playedMs = (steps: number) => (steps * 1000) / RULES.stepsPerSecond

/** Steps between two looks at what else the process has to do: about a millisecond of playing. */
const STRETCH = 1_000
/** Rounds that wait for their turn; a longest one takes some 50 ms. */
const MOST_WAITING = 40

let turn = Promise.resolve()
let waiting = 0

/**
 * Plays a round again by the game's own rules: its score and length in milliseconds, or null
 * when the presses are those of no round. What does not come to `expected` may have been begun on
 * a page from before the easy beginning, and is played once more by the rules of then. One after the other and in short stretches, so that
 * the gate does not wait for the game. Throws too_many when too many wait.
 */
export async function verifyRound(seed: number, presses: readonly number[], expected?: number) {
  if (waiting >= MOST_WAITING)
    throw new ServiceError('too_many', 'Previše rezultata odjednom. Pokušajte ponovno.', {
      retryAfterSeconds: 5,
    })
  waiting++
  const mine = turn.then(async () => {
    const now = await playAgain(seed, presses, true)
    if (expected === undefined || now?.score === expected) return now
    return playAgain(seed, presses, false)
  })
  turn = mine.then(
    () => {},
    () => {},
  )
  return mine.finally(() => {
    waiting--
  })
}

async function playAgain(seed: number, presses: readonly number[], isGentle: boolean) {
  const world = createWorld(seed, isGentle)
  let next = 0
  while (!world.over) {
    while (presses[next] === world.steps) {
      if (!press(world)) return null
      next++
    }
    step(world)
    world.cueCount = 0
    if (world.steps % STRETCH === 0) await setImmediate()
  }
  if (next < presses.length) return null
  return { score: world.score, durationMs: playedMs(world.steps) }
}
