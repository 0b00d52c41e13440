import { getDb } from '@/db/client'
import {
  createSession,
  endSession,
  extendSession,
  getUserOfSession,
  nextGeneration,
  type UserRow,
} from '@/db/queries/users'
import { ServiceError } from '@/lib/http/errors'
import { LIFETIME, readToken, signToken } from './tokens'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const openSession = (userId: number) => createSession(getDb(), userId, LIFETIME.session)
export const closeSession = (sid: string) => endSession(getDb(), sid)

/** Slides a browser's sign-in on; false when it was ended or has run out. */
export const slideSession = (sid: string) => extendSession(getDb(), sid, LIFETIME.session)

/** The person a token of this use stands for, read fresh from the database, or null. */
export async function userOfToken(
  use: 'session' | 'access',
  token: string,
): Promise<UserRow | null> {
  const claims = await readToken(use, token)
  if (!claims?.sid || !UUID.test(claims.sid)) return null
  return getUserOfSession(getDb(), claims.sid)
}

/** Access and refresh token for a new sign-in by a program. */
export async function openBearerSession(userId: number) {
  const sid = await openSession(userId)
  return bearerTokens(sid, 0)
}

/**
 * Exchanges a refresh token for the next pair. A token that was used before ends the
 * whole sign-in, since either its owner or a thief holds the newer one.
 */
export async function refreshBearerSession(refresh: string) {
  const claims = await readToken('refresh', refresh)
  const ended = new ServiceError('not_signed_in', 'Prijava je istekla. Prijavite se ponovno.')
  if (!claims?.sid || !UUID.test(claims.sid) || claims.gen === undefined) throw ended
  const gen = await nextGeneration(getDb(), claims.sid, claims.gen, LIFETIME.refresh)
  if (gen === null) {
    await closeSession(claims.sid)
    throw ended
  }
  return bearerTokens(claims.sid, gen)
}

async function bearerTokens(sid: string, gen: number) {
  const [access, refresh] = await Promise.all([
    signToken('access', { sid, gen }),
    signToken('refresh', { sid, gen }),
  ])
  return { access, refresh }
}
