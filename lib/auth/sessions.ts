import { cookies } from 'next/headers'
import { connection } from 'next/server'
import { cache } from 'react'
import { type Db, getDb } from '@/db/pool'
import {
  createSignIn,
  endSignIn,
  extendSignIn,
  getUserOfSignIn,
  rotateRefreshToken,
} from '@/db/queries/sign-ins'
import type { UserRow } from '@/db/queries/users'
import { ServiceError } from '@/lib/http/errors'
import { logError } from '@/lib/log/log'
import { describeUserAgent, SIGN_IN_MESSAGES, sharedPrivilege } from './rules'
import {
  readCookie,
  readToken,
  SIGN_IN_LIFETIME,
  sessionCookieName,
  signToken,
  type TokenUse,
} from './tokens'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Creates a session of a user for the device that sends the request. Returns the session id. */
export const openSession = (userId: number, headers: Headers, db: Db = getDb()) =>
  createSignIn(db, {
    userId,
    device: describeUserAgent(headers.get('user-agent') ?? ''),
    lifetime: SIGN_IN_LIFETIME,
  })

export const closeSession = (sid: string) => endSignIn(getDb(), sid)

/** Extends a session that is used. Returns false when it was ended or has expired. */
export const extendSession = (sid: string) => extendSignIn(getDb(), sid, SIGN_IN_LIFETIME)

/** Returns the session id of a token of this use. The session may have ended. */
export async function sessionIdOfToken(use: TokenUse, token: string): Promise<string | null> {
  const claims = await readToken(use, token)
  return claims?.sid && UUID.test(claims.sid) ? claims.sid : null
}

/**
 * Signed-in user with the session of the request. With a key, `privilege` is what both the key and
 * its maker may do (rule 9.18).
 */
export type Caller = UserRow & { signInId: string; isKey: boolean }

/** Returns a user without the session, whose id must not leave the server. */
export const accountOf = ({ id, name, email, privilege }: UserRow): UserRow => ({
  id,
  name,
  email,
  privilege,
})

/** Returns the user of a token of this use, read from the database, or null. */
export async function callerOfToken(
  use: 'session' | 'access',
  token: string,
): Promise<Caller | null> {
  const sid = await sessionIdOfToken(use, token)
  const found = sid && (await getUserOfSignIn(getDb(), sid))
  if (!found) return null
  // Each use extends the session. A failure to store it must not reject the request.
  if (found.needsUseUpdate)
    await extendSession(sid).catch((error) =>
      logError(`sign-in: storing the last use of a session failed: ${error}`),
    )
  const { user, keyPrivilege } = found
  const isKey = keyPrivilege !== null
  const privilege = isKey ? sharedPrivilege(user.privilege, keyPrivilege) : user.privilege
  return { ...user, privilege, signInId: sid, isKey }
}

/** Returns the user of a page request, read from the database once per request; null without a session. */
export const getCurrentUser = cache(async (): Promise<UserRow | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value
  if (!token) return null
  // Waits for the request of the page itself: a prefetch may read the cookie, but not the user.
  await connection()
  const caller = await callerOfToken('session', token)
  return caller && accountOf(caller)
})

/** Returns the bearer token of a request, otherwise its session cookie. */
export function credentialOf({
  headers,
}: Request): { use: 'session' | 'access'; token: string } | null {
  const bearer = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) return { use: 'access', token: bearer }
  const cookie = readCookie(headers.get('cookie'), sessionCookieName())
  return cookie ? { use: 'session', token: cookie } : null
}

/** Signs the access and refresh token of a program's session. */
export async function bearerTokens(sid: string, gen = 0) {
  const [access, refresh] = await Promise.all([
    signToken('access', { sid, gen }),
    signToken('refresh', { sid, gen }),
  ])
  return { access, refresh }
}

/**
 * Exchanges a refresh token for a new pair of tokens. A reused token ends the whole session, because
 * it may have been stolen.
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

/**
 * Ends the session of a refresh token, also if the token was used before. Repeating it is harmless.
 */
export async function endBearerSession(refresh: string): Promise<void> {
  const sid = await sessionIdOfToken('refresh', refresh)
  if (!sid) throw hasEnded()
  await closeSession(sid)
}

const hasEnded = () => new ServiceError('not_signed_in', SIGN_IN_MESSAGES.ended)

/** Returns the session id of a request. The session may have ended. */
export async function sessionIdOfRequest(request: Request): Promise<string | null> {
  const credential = credentialOf(request)
  return credential && sessionIdOfToken(credential.use, credential.token)
}
