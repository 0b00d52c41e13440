import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { type Device, findDevice, refusalOf } from '@/lib/auth/devices'
import { hasPermission, NO_PRIVILEGES, type Permission, SIGN_IN_MESSAGES } from '@/lib/auth/rules'
import { type Caller, callerOfToken, credentialOf } from '@/lib/auth/sessions'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { rateLimitByIp } from '@/lib/http/rate-limit'

export type { Caller }

export const isSafeMethod = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/**
 * Returns the caller if the endpoint admits it, or null for an endpoint that is open to anyone. Throws
 * 401, 403 or 429.
 */
export async function authenticate(
  request: Request,
  spec: EndpointSpec,
): Promise<Caller | Device | null> {
  if (spec.access === 'device' || spec.access === 'device-any-state')
    return authenticateDevice(request, spec.access === 'device')
  if (spec.access === 'anyone') {
    await rateLimitAnonymous(request, spec)
    return null
  }
  const user = await requireCaller(request, spec.access)
  if (spec.personOnly && user.isKey)
    throw new ServiceError('forbidden', SIGN_IN_MESSAGES.needsPerson, { code: 'needs_person' })
  return user
}

/** Returns the signed-in user. Throws 401 without a session, or 403 without the permission. */
export async function requireCaller(
  request: Request,
  permission: 'signed-in' | Permission,
): Promise<Caller> {
  const user = await callerOf(request)
  if (!user) throw new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
  if (permission !== 'signed-in' && !hasPermission(user.privilege, permission))
    throw new ServiceError('forbidden', NO_PRIVILEGES)
  return user
}

/**
 * Returns the gate device of the request. Throws 401 without a device. With `mustBeActive` also
 * throws 403 for a revoked device, and after its gate shift.
 */
async function authenticateDevice(request: Request, mustBeActive: boolean): Promise<Device> {
  const device = await findDevice(request)
  const refusal = mustBeActive || !device ? refusalOf(device) : null
  if (refusal || !device) throw refusal
  if (!isSafeMethod(request)) requireSameOrigin(request)
  return device
}

/**
 * Limits anonymous callers by IP. Throws 429. Staff are exempt: the session is read from the database
 * only after the limit is exceeded.
 */
export async function rateLimitAnonymous(
  request: Request,
  spec: Pick<EndpointSpec, 'perMinute' | 'summary'>,
  points?: number,
): Promise<void> {
  try {
    await rateLimitByIp(request, spec.perMinute, spec.summary, points)
  } catch (refusal) {
    const caller = await callerOf(request).catch(() => null)
    if (!caller?.privilege) throw refusal
  }
}

/**
 * Returns the user of the bearer token, otherwise of the session cookie; null without either. Throws
 * forbidden for a write with a cookie from another origin (CSRF protection).
 */
export async function callerOf(request: Request): Promise<Caller | null> {
  const credential = credentialOf(request)
  if (!credential) return null
  if (credential.use === 'session' && !isSafeMethod(request)) requireSameOrigin(request)
  return callerOfToken(credential.use, credential.token)
}

function requireSameOrigin(request: Request): void {
  if (isSameOrigin(request)) return
  throw new ServiceError('forbidden', `Mijenjati se može samo na ${getConfig().PUBLIC_URL}.`, {
    code: 'foreign_origin',
  })
}

/**
 * Whether the Origin header equals the origin of PUBLIC_URL. Other host names of the server are
 * rejected.
 */
const isSameOrigin = (request: Request) =>
  request.headers.get('origin') === new URL(getConfig().PUBLIC_URL).origin
