import { createHmac, timingSafeEqual } from 'node:crypto'
import { getAuthSecret } from '@/lib/config/auth-secret'

/**
 * Returns the token of a pass. A phone receives it in the pass and sends it with its requests. The
 * token is derived from AUTH_SECRET and stored nowhere.
 */
export const passToken = (id: string) =>
  createHmac('sha256', getAuthSecret()).update(`wallet pass ${id}`).digest('base64url')

/** Whether a request has the token of a pass, in Apple's header `Authorization: ApplePass …`. */
export function hasPassToken(request: Request, id: string): boolean {
  const sentToken = /^ApplePass (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const [sent, expected] = [Buffer.from(sentToken), Buffer.from(passToken(id))]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}
