import { createHash } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { type Db, getDb } from '@/db/client'
import { takeIdToken, upsertSignedInUser } from '@/db/queries/sign-ins'
import type { UserRow } from '@/db/queries/users'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { SIGN_IN_MESSAGES } from './rules'
import { bearerTokens, openSession } from './sessions'

/** The claims of an OpenID identity that decide whether its bearer is one of us. */
const identity = z.object({
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  hd: z.string().optional(),
  name: z.string().optional(),
})

/** The claims as the issuer sent them; any of them may be of a wrong type. */
export type Claims = { [Claim in keyof z.infer<typeof identity>]?: unknown }

/**
 * Admits an identity the issuer has vouched for: only a verified e-mail of the hosted
 * domain (rules 9.6 and 9.7). Stores the person at the first sign-in, when
 * `ADMIN_EMAILS` counts, once.
 */
export async function acceptIdentity(claims: Claims, db: Db = getDb()): Promise<UserRow> {
  const { GOOGLE_HOSTED_DOMAIN, ADMIN_EMAILS } = getConfig()
  const read = identity.safeParse(claims)
  if (!read.success) throw invalidToken()
  const { hd, name = '' } = read.data
  const email = read.data.email?.trim().toLowerCase()
  if (!email || read.data.email_verified !== true)
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

/** The issuer's own description of itself; asked for once, again after a failure. */
function discover(): Promise<Issuer> {
  discovered ??= (async () => {
    const base = getConfig().GOOGLE_ISSUER.replace(/\/$/, '')
    const answer = await fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(5000),
    })
    const { issuer, jwks_uri } = (await answer.json()) as { issuer: string; jwks_uri: string }
    return { issuer, keys: createRemoteJWKSet(new URL(jwks_uri)) }
  })()
  discovered.catch(() => {
    discovered = undefined
  })
  return discovered
}

/**
 * Signs a program in with an ID token that it got from the issuer; each token once, or
 * whoever finds one in a log could use it for an hour. Throws ServiceError when it does not hold.
 */
export async function signInByIdToken(token: string, headers: Headers) {
  const identity = await readIdToken(token)
  return getDb().transaction(async (tx) => {
    const user = await acceptIdentity(identity, tx)
    if (!(await takeIdToken(tx, marksOf(token, identity)))) throw invalidToken()
    return { ...(await bearerTokens(await openSession(user.id, headers, tx))), user }
  })
}

/** What was signed, without the signature: that can be written in more than one way. */
const marksOf = (token: string, { exp }: JWTPayload) => ({
  hash: createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url'),
  expiresAt: new Date((exp as number) * 1000),
})

/** Checks signature against the published keys, issuer, audience and expiry. */
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
  // A token for several may have been given to another of them (OpenID Connect, 3.1.3.7).
  if ((payload.azp ?? GOOGLE_CLIENT_ID) !== GOOGLE_CLIENT_ID) throw invalidToken()
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && !payload.azp) throw invalidToken()
  return payload
}

const invalidToken = () =>
  new ServiceError('not_signed_in', SIGN_IN_MESSAGES.invalid, { code: 'invalid_token' })
