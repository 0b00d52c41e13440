import type { UserRow } from '@/db/queries/users'
import { may, NO_PRIVILEGES } from '@/lib/auth/rules'
import { credentialOf, userOfToken } from '@/lib/auth/sessions'
import { getConfig } from '@/lib/config'
import { ServiceError } from './errors'
import { limitAddress } from './rate-limit'
import type { Rule } from './rule'

export type Caller = UserRow

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Who calls, if the rule lets them; null where anyone may. Throws 401, 403 or 429. */
export async function identify(request: Request, rule: Rule): Promise<Caller | null> {
  if (rule.may === 'anyone') {
    await limitAddress(request, rule.perMinute, rule.summary)
    return null
  }
  const user = await callerOf(request)
  if (!user) throw new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
  if (rule.may === 'signed-in') return user
  if (!may(user.privilege, rule.may)) throw new ServiceError('forbidden', NO_PRIVILEGES)
  return user
}

/** Bearer token first, then the browser's cookie, which may write only from our own pages. */
export async function callerOf(request: Request): Promise<Caller | null> {
  const credential = credentialOf(request)
  if (!credential) return null
  if (credential.use === 'session' && !isRead(request) && !isOurOrigin(request))
    throw new ServiceError('forbidden', 'Zahtjev ne dolazi s ove stranice.', {
      code: 'foreign_origin',
    })
  return userOfToken(credential.use, credential.token)
}

function isOurOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === getConfig().PUBLIC_URL || url.host === request.headers.get('host')
}
