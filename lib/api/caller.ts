import type { Rule } from '@/lib/api/endpoint-spec'
import { type Device, findDevice, refusalOf } from '@/lib/auth/devices'
import { type Duty, may, NO_PRIVILEGES } from '@/lib/auth/rules'
import { type Caller, callerOfToken, credentialOf } from '@/lib/auth/sessions'
import { getConfig } from '@/lib/config/settings'
import { ServiceError } from '@/lib/http/errors'
import { limitAddress } from '@/lib/http/rate-limit'

export type { Caller }

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Who calls, if the rule lets them; null where anyone may. Throws 401, 403 or 429. */
export async function identify(request: Request, rule: Rule): Promise<Caller | Device | null> {
  if (rule.may === 'device' || rule.may === 'device-before')
    return identifyDevice(request, rule.may === 'device')
  if (rule.may === 'anyone') {
    await limitStrangers(request, rule)
    return null
  }
  return requireCaller(request, rule.may)
}

/** The signed-in person, with the duty that is asked for. Throws 401 or 403. */
export async function requireCaller(request: Request, asked: 'signed-in' | Duty): Promise<Caller> {
  const user = await callerOf(request)
  if (!user) throw new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
  if (asked !== 'signed-in' && !may(user.privilege, asked))
    throw new ServiceError('forbidden', NO_PRIVILEGES)
  return user
}

/** The device's own cookie, which opens nothing else; `isNow` asks whether it still may. */
async function identifyDevice(request: Request, isNow: boolean): Promise<Device> {
  const device = await findDevice(request)
  const refusal = isNow || !device ? refusalOf(device) : null
  if (refusal || !device) throw refusal
  if (!isRead(request)) requireOwnPages(request)
  return device
}

/** Staff are not limited by address; who calls is only looked up once that matters. */
export async function limitStrangers(
  request: Request,
  rule: Pick<Rule, 'perMinute' | 'summary'>,
  points?: number,
): Promise<void> {
  try {
    await limitAddress(request, rule.perMinute, rule.summary, points)
  } catch (refusal) {
    const caller = await callerOf(request).catch(() => null)
    if (!caller?.privilege) throw refusal
  }
}

/** Bearer token first, then the browser's cookie, which may write only from our own pages. */
export async function callerOf(request: Request): Promise<Caller | null> {
  const credential = credentialOf(request)
  if (!credential) return null
  if (credential.use === 'session' && !isRead(request)) requireOwnPages(request)
  return callerOfToken(credential.use, credential.token)
}

function requireOwnPages(request: Request): void {
  if (isFromOurPages(request)) return
  throw new ServiceError('forbidden', `Mijenjati se može samo na ${getConfig().PUBLIC_URL}.`, {
    code: 'foreign_origin',
  })
}

/** No twin of the address will do, such as another name of the same machine. */
const isFromOurPages = (request: Request) =>
  request.headers.get('origin') === new URL(getConfig().PUBLIC_URL).origin
