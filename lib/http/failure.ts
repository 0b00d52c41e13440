import { inspect } from 'node:util'
import { translateDatabaseError } from './database-errors'
import { ServiceError } from './errors'

/** Tickets' codes and the keys of sponsors' lists serve whoever reads them: no log holds one. */
const KEYS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** A failure as the API words it; one that nobody foresaw is logged and not told. */
export function failure(request: Request, error: unknown): Response {
  const known = error instanceof ServiceError ? error : translateDatabaseError(error)
  if (known) {
    const { code, fields, retryAfterSeconds } = { ...known.more, code: known.code }
    const headers: Record<string, string> = { 'cache-control': 'no-store' }
    if (retryAfterSeconds) headers['retry-after'] = String(Math.ceil(retryAfterSeconds))
    return Response.json({ detail: known.detail, code, fields }, { status: known.status, headers })
  }
  const path = new URL(request.url).pathname
  process.stderr.write(`${request.method} ${path}: ${inspect(error)}\n`.replaceAll(KEYS, '[key]'))
  return Response.json(
    { detail: 'Dogodila se nepoznata greška, javite se administratoru', code: 'unexpected' },
    { status: 500 },
  )
}
