import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { getAuthSecret } from '@/lib/config'
import { ROUND_LIFETIME } from './rules'

/** Tells these tokens from the sign-ins', which the same secret signs. */
const AUDIENCE = 'game-round'

let key: Promise<CryptoKey> | undefined

function signingKey() {
  key ??= crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(getAuthSecret()),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  )
  return key
}

/** A token that says when a round began. Nothing is stored until its score comes in. */
export async function startRound(now = new Date()) {
  const expiresAt = new Date(now.getTime() + ROUND_LIFETIME * 1000)
  const token = await new SignJWT({ at: now.getTime() })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setExpirationTime(expiresAt)
    .sign(await signingKey())
  return { token, expiresAt: expiresAt.toISOString() }
}

export interface StartedRound {
  id: string
  startedAt: Date
  expiresAt: Date
}

/** The round that a token of ours began, or null when it is forged or has expired. */
export async function readRound(token: string): Promise<StartedRound | null> {
  try {
    const { payload } = await jwtVerify<{ at: number; jti: string; exp: number }>(
      token,
      await signingKey(),
      { algorithms: ['HS256'], audience: AUDIENCE, requiredClaims: ['at', 'jti', 'exp'] },
    )
    const { jti, at, exp } = payload
    return { id: jti, startedAt: new Date(at), expiresAt: new Date(exp * 1000) }
  } catch {
    return null
  }
}
