import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { type Device, findDevice, refusalOf } from '@/lib/auth/devices'
import { hasPermission, NO_PRIVILEGES, type Permission } from '@/lib/auth/rules'
import { type Caller, callerOfToken, credentialOf } from '@/lib/auth/sessions'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { rateLimitByIp } from '@/lib/http/rate-limit'

export type { Caller }

export const isSafeMethod = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Who calls, if the rule lets them; null where anyone may. Throws 401, 403 or 429. */
export async function authenticate(
  request: Request,
  rule: EndpointSpec,
): Promise<Caller | Device | null> {
  if (rule.access === 'device' || rule.access === 'device-any-state')
    return identifyDevice(request, rule.access === 'device')
  if (rule.access === 'anyone') {
    await rateLimitAnonymous(request, rule)
    return null
  }
  return requireCaller(request, rule.access)
}

/** The signed-in person, with the duty that is asked for. Throws 401 or 403. */
export async function requireCaller(
  request: Request,
  asked: 'signed-in' | Permission,
): Promise<Caller> {
  const user = await callerOf(request)
  if (!user) throw new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
  if (asked !== 'signed-in' && !hasPermission(user.privilege, asked))
    throw new ServiceError('forbidden', NO_PRIVILEGES)
  return user
}

/** The device's own cookie, which opens nothing else; `isNow` asks whether it still may. */
async function identifyDevice(request: Request, isNow: boolean): Promise<Device> {
  const device = await findDevice(request)
  const refusal = isNow || !device ? refusalOf(device) : null
  if (refusal || !device) throw refusal
  if (!isSafeMethod(request)) requireSameOrigin(request)
  return device
}

/** Staff are not limited by address; who calls is only looked up once that matters. */
export async function rateLimitAnonymous(
  request: Request,
  rule: Pick<EndpointSpec, 'perMinute' | 'summary'>,
  points?: number,
): Promise<void> {
  try {
    await rateLimitByIp(request, rule.perMinute, rule.summary, points)
  } catch (refusal) {
    const caller = await callerOf(request).catch(() => null)
    if (!caller?.privilege) throw refusal
  }
}

/** Bearer token first, then the browser's cookie, which may write only from our own pages. */
export async function callerOf(request: Request): Promise<Caller | null> {
  const credential = credentialOf(request)
  if (!credential) return null
  if (credential.use === 'session' && !isSafeMethod(request)) requireSameOrigin(request)
  return callerOfToken(credential.use, credential.token)
}

function requireSameOrigin(request: Request): void {
  if (isFromOurPages(request)) return
  throw new ServiceError('forbidden', `Mijenjati se može samo na ${getConfig().PUBLIC_URL}.`, {
    code: 'foreign_origin',
  })
}

/** No twin of the address will do, such as another name of the same machine. */
const isFromOurPages = (request: Request) =>
  request.headers.get('origin') === new URL(getConfig().PUBLIC_URL).origin
