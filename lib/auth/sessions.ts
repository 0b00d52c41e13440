import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { cache } from 'react'
import { type Db, getDb } from '@/db/client'
import {
  createSignIn,
  endSignIn,
  extendSignIn,
  getUserOfSignIn,
  rotateRefreshToken,
  touchSession,
} from '@/db/queries/sign-ins'
import type { UserRow } from '@/db/queries/users'
import { ServiceError } from '@/lib/http/errors'
import { logError } from '@/lib/log/log'
import { describeUserAgent, SIGN_IN_MESSAGES } from './rules'
import {
  readCookie,
  readToken,
  SIGN_IN_LIFETIME,
  sessionCookieName,
  signToken,
  type TokenUse,
} from './tokens'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A new sign-in of a person, by the device that asked for it. */
export const openSession = (userId: number, headers: Headers, db: Db = getDb()) =>
  createSignIn(db, {
    userId,
    device: describeUserAgent(headers.get('user-agent') ?? ''),
    lifetime: SIGN_IN_LIFETIME,
  })

export const closeSession = (sid: string) => endSignIn(getDb(), sid)

/** Slides a browser's sign-in on; false when it was ended or has run out. */
export const extendSession = (sid: string) => extendSignIn(getDb(), sid, SIGN_IN_LIFETIME)

/** The sign-in that a token of this use names; it may have ended. */
export async function sessionIdOfToken(use: TokenUse, token: string): Promise<string | null> {
  const claims = await readToken(use, token)
  return claims?.sid && UUID.test(claims.sid) ? claims.sid : null
}

/** A signed-in person, with the sign-in that the request came by. */
export type Caller = UserRow & { signInId: string }

/** The person a token of this use stands for, read fresh from the database, or null. */
export async function callerOfToken(
  use: 'session' | 'access',
  token: string,
): Promise<Caller | null> {
  const sid = await sessionIdOfToken(use, token)
  const found = sid && (await getUserOfSignIn(getDb(), sid))
  if (!found) return null
  // Nobody is turned away because a note could not be written.
  if (found.isUnnoted)
    await touchSession(getDb(), sid).catch((error) => logError(`sign-in: use not noted, ${error}`))
  return { ...found.user, signInId: sid }
}

/** Who asks for this page, read fresh once per request; null without a live sign-in. */
export const getCurrentUser = cache(async (): Promise<UserRow | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  if (!token) return null
  // A prefetch may know the cookie; who it stands for is asked only for the page itself.
  await connection()
  const caller = await callerOfToken('session', token)
  if (!caller) return null
  // No page tells a browser the number of a sign-in.
  const { signInId: _, ...user } = caller
  return user
})

/** The bearer token or the browser's cookie that a request comes with. */
export function credentialOf({
  headers,
}: Request): { use: 'session' | 'access'; token: string } | null {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) return { use: 'access', token: bearer }
  const cookie = readCookie(headers.get('cookie'), sessionCookieName())
  return cookie ? { use: 'session', token: cookie } : null
}

/** Access and refresh token of a sign-in by a program. */
export async function bearerTokens(sid: string, gen = 0) {
  const [access, refresh] = await Promise.all([
    signToken('access', { sid, gen }),
    signToken('refresh', { sid, gen }),
  ])
  return { access, refresh }
}

/**
 * Exchanges a refresh token for the next pair. A token that was used before ends the
 * whole sign-in, since either its owner or a thief holds the newer one.
 */
export async function refreshBearerSession(refresh: string) {
  const claims = await readToken('refresh', refresh)
  if (!claims?.sid || !UUID.test(claims.sid) || claims.gen === undefined) throw hasEnded()
  const gen = await rotateRefreshToken(getDb(), claims.sid, claims.gen, SIGN_IN_LIFETIME)
  if (gen === null) {
    await closeSession(claims.sid)
    throw hasEnded()
  }
  return bearerTokens(claims.sid, gen)
}

/** Ends the sign-in of a refresh token, also of a used one; once more does no harm. */
export async function endBearerSession(refresh: string): Promise<void> {
  const sid = await sessionIdOfToken('refresh', refresh)
  if (!sid) throw hasEnded()
  await closeSession(sid)
}

const hasEnded = () => new ServiceError('not_signed_in', SIGN_IN_MESSAGES.ended)

/** The sign-in that a request comes with; it may have ended. */
export async function sessionIdOfRequest(request: Request): Promise<string | null> {
  const credential = credentialOf(request)
  return credential && sessionIdOfToken(credential.use, credential.token)
}
