import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { type Db, getDb } from '@/db/pool'
import { consumeIdToken, upsertSignedInUser } from '@/db/queries/sign-ins'
import type { UserRow } from '@/db/queries/users'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { SIGN_IN_MESSAGES } from './rules'
import { bearerTokens, openSession } from './sessions'

/** Claims of an OpenID identity that decide whether its owner may sign in. */
const identity = z.object({
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  hd: z.string().optional(),
  name: z.string().optional(),
})

/** Unvalidated claims from the issuer. Each may have a wrong type. */
export type Claims = { [Claim in keyof z.infer<typeof identity>]?: unknown }

/**
 * Accepts an identity that the issuer has verified. Only a verified e-mail of the hosted domain may
 * sign in (rules 9.6 and 9.7). The first sign-in creates the user; `ADMIN_EMAILS` applies only then.
 */
export async function acceptIdentity(claims: Claims, db: Db = getDb()): Promise<UserRow> {
  const { GOOGLE_HOSTED_DOMAIN, ADMIN_EMAILS } = getConfig()
  const parsed = identity.safeParse(claims)
  if (!parsed.success) throw invalidToken()
  const { hd, name = '' } = parsed.data
  const email = parsed.data.email?.trim().toLowerCase()
  if (!email || parsed.data.email_verified !== true)
    throw new ServiceError('forbidden', SIGN_IN_MESSAGES.notVerified, {
      code: 'email_not_verified',
    })
  if (hd !== GOOGLE_HOSTED_DOMAIN || !email.endsWith(`@${GOOGLE_HOSTED_DOMAIN}`))
    throw new ServiceError('forbidden', SIGN_IN_MESSAGES.wrongDomain(GOOGLE_HOSTED_DOMAIN), {
      code: 'wrong_domain',
    })
  const admin = ADMIN_EMAILS.some((address) => address.toLowerCase() === email)
  return upsertSignedInUser(db, { email, name: name.trim(), admin })
}

interface Issuer {
  issuer: string
  keys: ReturnType<typeof createRemoteJWKSet>
}
let discovered: Promise<Issuer> | undefined

/** Fetches the OpenID configuration of the issuer. A success is cached, and a failure is retried. */
function discover(): Promise<Issuer> {
  discovered ??= (async () => {
    const base = getConfig().GOOGLE_ISSUER.replace(/\/$/, '')
    const response = await fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(5000),
    })
    const { issuer, jwks_uri } = (await response.json()) as { issuer: string; jwks_uri: string }
    return { issuer, keys: createRemoteJWKSet(new URL(jwks_uri)) }
  })()
  discovered.catch(() => {
    discovered = undefined
  })
  return discovered
}

/**
 * Signs a program in with an ID token of the issuer. Each token works only once, because a token found
 * in a log would otherwise be usable for an hour. Throws ServiceError for an invalid token.
 */
export async function signInByIdToken(token: string, headers: Headers) {
  const identity = await readIdToken(token)
  return getDb().transaction(async (tx) => {
    const user = await acceptIdentity(identity, tx)
    if (!(await consumeIdToken(tx, fingerprintOf(token, identity)))) throw invalidToken()
    return { ...(await bearerTokens(await openSession(user.id, headers, tx))), user }
  })
}

/** Hash and expiry of a token. The hash omits the signature, because its encoding is not unique. */
const fingerprintOf = (token: string, { exp }: JWTPayload) => ({
  hash: createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url'),
  expiresAt: new Date((exp as number) * 1000),
})

/** Verifies the signature of an ID token by the issuer's keys, its issuer, audience and expiry. */
async function readIdToken(token: string): Promise<Claims & JWTPayload> {
  const { GOOGLE_CLIENT_ID } = getConfig()
  if (!GOOGLE_CLIENT_ID)
    throw new ServiceError('unavailable', 'Prijava Google računom nije uključena.')
  const { issuer, keys } = await discover().catch((cause) => {
    throw Object.assign(
      new ServiceError('unavailable', 'Služba za prijavu se ne javlja. Pokušajte ponovno.'),
      { cause },
    )
  })
  const { payload } = await jwtVerify<Claims & { azp?: string }>(token, keys, {
    issuer,
    audience: GOOGLE_CLIENT_ID,
    requiredClaims: ['exp', 'email'],
  }).catch((cause) => {
    throw Object.assign(invalidToken(), { cause })
  })
  // A token for several audiences may have been issued to another of them (OpenID Connect, 3.1.3.7).
  if ((payload.azp ?? GOOGLE_CLIENT_ID) !== GOOGLE_CLIENT_ID) throw invalidToken()
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && !payload.azp) throw invalidToken()
  return payload
}

const invalidToken = () =>
  new ServiceError('not_signed_in', SIGN_IN_MESSAGES.invalid, { code: 'invalid_token' })
