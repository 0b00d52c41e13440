import { createHmac, timingSafeEqual } from 'node:crypto'
import { getAuthSecret } from '@/lib/config/auth-secret'

/** What a phone shows for a pass, which it was given with the pass; stored nowhere. */
export const passToken = (id: string) =>
  createHmac('sha256', getAuthSecret()).update(`wallet pass ${id}`).digest('base64url')

/** Whether a request bears a pass's token, as Apple writes it. */
export function hasPassToken(request: Request, id: string): boolean {
  const said = /^ApplePass (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  const [given, right] = [Buffer.from(said), Buffer.from(passToken(id))]
  return given.length === right.length && timingSafeEqual(given, right)
}
