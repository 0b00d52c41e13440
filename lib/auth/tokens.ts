import { jwtVerify, SignJWT } from 'jose'
import { getAuthSecret } from '@/lib/config/auth-secret'
import { getConfig } from '@/lib/config/settings'

/**
 * Purpose of a token. A token of one use is never accepted for another, except that the token of a
 * key is accepted as an access token.
 */
export type TokenUse = 'session' | 'access' | 'refresh' | 'key'

/**
 * Claims of our tokens: `sid` is the id in auth_sessions, `gen` the number of earlier refreshes.
 */
export interface TokenClaims {
  sid?: string
  gen?: number
}

/** Lifetime of a session in seconds: `idleS` without use, and `maxS` in total (rule 9.14). */
export const SIGN_IN_LIFETIME = { idleS: 12 * 3600, maxS: 24 * 3600 }

/**
 * Lifetime of each kind of token in seconds, except of keys, which have an end of their own. The
 * cookie of a browser lasts as long as a session can; the database knows when the session was last
 * used.
 */
export const LIFETIME = {
  session: SIGN_IN_LIFETIME.maxS,
  access: 15 * 60,
  refresh: SIGN_IN_LIFETIME.idleS,
}

let key: Promise<CryptoKey> | undefined

/** Returns the signing key, imported once: an import per request would cost as much as a verification. */
export function signingKey() {
  key ??= crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(getAuthSecret()),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  return key
}

export const signToken = (use: keyof typeof LIFETIME, claims: TokenClaims): Promise<string> =>
  sign(use, claims, `${LIFETIME[use]}s`)

/** Signs the token of a key, which expires at the end of the key. */
export const signKey = (sid: string, expiresAt: Date): Promise<string> =>
  sign('key', { sid }, expiresAt)

async function sign(use: TokenUse, claims: TokenClaims, expiry: string | Date): Promise<string> {
  return new SignJWT({ ...claims, use })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expiry)
    .sign(await signingKey())
}

interface VerifiedClaims extends TokenClaims {
  use: TokenUse
  /** Expiry time, in seconds since 1970. */
  exp: number
}

/** Cache of tokens with a valid signature, so that each is verified only once. */
const verifiedTokens = new Map<string, VerifiedClaims>()
const MAX_VERIFIED_TOKENS = 5000

/** Returns the claims of a token that is valid for this use and not expired, or null. */
export async function readToken(use: TokenUse, token: string): Promise<TokenClaims | null> {
  const claims = verifiedTokens.get(token) ?? (await verify(token))
  if (!claims || claims.exp <= Date.now() / 1000) return null
  if (claims.use !== use && !(use === 'access' && claims.use === 'key')) return null
  return { sid: claims.sid, gen: claims.gen }
}

async function verify(token: string): Promise<VerifiedClaims | null> {
  try {
    const { payload } = await jwtVerify<VerifiedClaims>(token, await signingKey(), {
      algorithms: ['HS256'],
      requiredClaims: ['use', 'exp'],
    })
    if (verifiedTokens.size >= MAX_VERIFIED_TOKENS) verifiedTokens.clear()
    verifiedTokens.set(token, payload)
    return payload
  } catch {
    return null
  }
}

const isSecure = () => getConfig().PUBLIC_URL.startsWith('https:')

/**
 * Returns the name of a cookie of next-auth. Over https it has the prefix `__Host-`, so that no other
 * host of the domain can set it.
 */
const cookieName = (name: string) => `${isSecure() ? '__Host-' : ''}next-auth.${name}`

/** Cookie with the session token of a browser. */
export const sessionCookieName = () => cookieName('session-token')

/** Cookie with the URL to which a running sign-in returns. */
export const callbackCookieName = () => cookieName('callback-url')

/**
 * Returns the options of all cookies of next-auth. By default most of them have the prefix
 * `__Secure-`, and not `__Host-`.
 */
export function authCookies() {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() } as const
  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(name),
    options: { ...options, maxAge },
  })
  return {
    sessionToken: cookie('session-token'),
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce.code_verifier', 15 * 60),
    state: cookie('state', 15 * 60),
    nonce: cookie('nonce'),
  }
}

/** Returns the value of one cookie of a Cookie header, or null. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
