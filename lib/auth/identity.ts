import { createRemoteJWKSet, jwtVerify } from 'jose'
import { getDb } from '@/db/client'
import { type UserRow, upsertSignedInUser } from '@/db/queries/users'
import { getConfig } from '@/lib/config'
import { ServiceError } from '@/lib/http/errors'
import { SIGN_IN_MESSAGES } from './rules'

/** The claims of an OpenID identity that decide whether its bearer is one of us. */
export interface Identity {
  email?: string
  email_verified?: boolean
  hd?: string
  name?: string
}

/**
 * Admits an identity the issuer has vouched for: only a verified e-mail of the hosted
 * domain (decisions.md, People and privileges). Stores the person at the first sign-in.
 */
export async function admitIdentity(identity: Identity): Promise<UserRow> {
  const { GOOGLE_HOSTED_DOMAIN, ADMIN_EMAILS } = getConfig()
  const email = identity.email?.trim().toLowerCase()
  if (!email || identity.email_verified !== true)
    throw new ServiceError('forbidden', SIGN_IN_MESSAGES.notVerified, {
      code: 'email_not_verified',
    })
  if (identity.hd !== GOOGLE_HOSTED_DOMAIN || !email.endsWith(`@${GOOGLE_HOSTED_DOMAIN}`))
    throw new ServiceError('forbidden', SIGN_IN_MESSAGES.wrongDomain(GOOGLE_HOSTED_DOMAIN), {
      code: 'wrong_domain',
    })
  const admin = ADMIN_EMAILS.some((address) => address.toLowerCase() === email)
  return upsertSignedInUser(getDb(), { email, name: identity.name?.trim() ?? '', admin })
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
 * Checks an ID token that a program got from the issuer: signature against the published
 * keys, issuer, audience and expiry. Throws ServiceError when it does not hold.
 */
export async function readIdToken(token: string): Promise<Identity> {
  const { GOOGLE_CLIENT_ID } = getConfig()
  if (!GOOGLE_CLIENT_ID)
    throw new ServiceError('unavailable', 'Prijava Google računom nije uključena.')
  const { issuer, keys } = await discover().catch((cause) => {
    throw Object.assign(
      new ServiceError('unavailable', 'Služba za prijavu se ne javlja. Pokušajte ponovno.'),
      { cause },
    )
  })
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: GOOGLE_CLIENT_ID,
      requiredClaims: ['exp', 'email'],
    })
    return payload as Identity
  } catch (cause) {
    throw Object.assign(
      new ServiceError('not_signed_in', 'Prijava nije valjana. Prijavite se ponovno.', {
        code: 'invalid_token',
      }),
      { cause },
    )
  }
}
