import type { UserRow } from '@/db/queries/users'
import { may, NO_PRIVILEGES } from '@/lib/auth/rules'
import { credentialOf, userOfToken } from '@/lib/auth/sessions'
import { getConfig } from '@/lib/config'
import { ServiceError } from './errors'
import { limitAddress } from './rate-limit'
import type { Rule } from './route'

export type Caller = UserRow

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Who calls, if the rule lets them; null where anyone may. Throws 401, 403 or 429. */
export async function identify(request: Request, rule: Rule): Promise<Caller | null> {
  if (rule.may === 'anyone') {
    await limitStrangers(request, rule)
    return null
  }
  const user = await callerOf(request)
  if (!user) throw new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
  if (rule.may === 'signed-in') return user
  if (!may(user.privilege, rule.may)) throw new ServiceError('forbidden', NO_PRIVILEGES)
  return user
}

/** Staff are not limited by address; who calls is only looked up once that matters. */
async function limitStrangers(request: Request, rule: Rule): Promise<void> {
  try {
    await limitAddress(request, rule.perMinute, rule.summary)
  } catch (refusal) {
    const caller = await callerOf(request).catch(() => null)
    if (!caller?.privilege) throw refusal
  }
}

/** Bearer token first, then the browser's cookie, which may write only from our own pages. */
export async function callerOf(request: Request): Promise<Caller | null> {
  const credential = credentialOf(request)
  if (!credential) return null
  if (credential.use === 'session' && !isRead(request) && !isFromOurPages(request))
    throw new ServiceError('forbidden', `Mijenjati se može samo na ${getConfig().PUBLIC_URL}.`, {
      code: 'foreign_origin',
    })
  return userOfToken(credential.use, credential.token)
}

/** No twin of the address will do, such as another name of the same machine. */
const isFromOurPages = (request: Request) =>
  request.headers.get('origin') === new URL(getConfig().PUBLIC_URL).origin
