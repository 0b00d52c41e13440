import { jwtVerify, SignJWT } from 'jose'
import { getAuthSecret } from '@/lib/config/auth-secret'
import { getConfig } from '@/lib/config/settings'

/** What a token is for; one kind is never accepted as another. */
export type TokenUse = 'session' | 'access' | 'refresh'

/** `sid` names the sign-in (auth_sessions), `gen` the refresh it came from. */
export interface TokenClaims {
  sid?: string
  gen?: number
}

/** Seconds. A browser's sign-in slides on with use; an access token does not. */
export const LIFETIME = { session: 12 * 3600, access: 15 * 60, refresh: 12 * 3600 }

/** A sign-in by browser or program ends after half a day unused, and after a day in any case. */
export const SIGN_IN_LIFETIME = { idle: LIFETIME.session, most: 24 * 3600 }

let key: Promise<CryptoKey> | undefined

/** One key per process: importing it on each request would cost as much as the check itself. */
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

export async function signToken(use: TokenUse, claims: TokenClaims): Promise<string> {
  return new SignJWT({ ...claims, use })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME[use]}s`)
    .sign(await signingKey())
}

interface Checked extends TokenClaims {
  use: TokenUse
  /** Seconds since 1970. */
  exp: number
}

/** Tokens whose signature held; that never changes, so each is worked out once. */
const checked = new Map<string, Checked>()
const MOST_CHECKED = 5000

/** The claims of a token of ours for this use that has not expired, or null. */
export async function readToken(use: TokenUse, token: string): Promise<TokenClaims | null> {
  const claims = checked.get(token) ?? (await verify(token))
  if (!claims || claims.use !== use || claims.exp <= Date.now() / 1000) return null
  return { sid: claims.sid, gen: claims.gen }
}

async function verify(token: string): Promise<Checked | null> {
  try {
    const { payload } = await jwtVerify<Checked>(token, await signingKey(), {
      algorithms: ['HS256'],
      requiredClaims: ['use', 'exp'],
    })
    if (checked.size >= MOST_CHECKED) checked.clear()
    checked.set(token, payload)
    return payload
  } catch {
    return null
  }
}

const isSecure = () => getConfig().PUBLIC_URL.startsWith('https:')

/**
 * A cookie of the sign-in as next-auth names it; `__Host-` where the site is served over
 * https, so that no other host of the domain can set it.
 */
const cookieName = (name: string) => `${isSecure() ? '__Host-' : ''}next-auth.${name}`

/** The browser's sign-in. */
export const sessionCookieName = () => cookieName('session-token')

/** Where a sign-in under way is to come back to. */
export const callbackCookieName = () => cookieName('callback-url')

/** All of them for next-auth, which would name most `__Secure-` by itself. */
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

/** One cookie out of a Cookie header, or null. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
