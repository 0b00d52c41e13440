import { inspect } from 'node:util'
import { translateDatabaseError } from '@/lib/http/database-errors'
import { ServiceError } from '@/lib/http/errors'
import { logError } from '@/lib/log/log'
import { currentRequest } from '@/lib/log/request-context'

/** Converts an error to a response. An unexpected error is logged, and its text is not sent. */
export function errorResponse(request: Request, error: unknown): Response {
  const requestId = currentRequest()?.id
  const known = error instanceof ServiceError ? error : translateDatabaseError(error)
  if (known) {
    const { code, fields, retryAfterSeconds } = { ...known.more, code: known.code }
    const headers: Record<string, string> = { 'cache-control': 'no-store' }
    if (retryAfterSeconds) headers['retry-after'] = String(Math.ceil(retryAfterSeconds))
    return Response.json(
      { detail: known.detail, code, fields, requestId },
      { status: known.status, headers },
    )
  }
  const path = new URL(request.url).pathname
  logError(`${request.method} ${path}: ${inspect(error)}`)
  return Response.json(
    {
      detail: 'Dogodila se nepoznata greška, javite se administratoru',
      code: 'unexpected',
      requestId,
    },
    { status: 500 },
  )
}
