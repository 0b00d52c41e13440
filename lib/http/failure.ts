import { inspect } from 'node:util'
import { logFailure } from '@/lib/log/log'
import { currentRequest } from '@/lib/log/request-context'
import { ServiceError } from './errors'

/** A failure as the API words it; one that nobody foresaw is logged and not told. */
export function failure(request: Request, error: unknown): Response {
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
  logFailure(`${request.method} ${path}: ${inspect(error)}`)
  return Response.json(
    {
      detail: 'Dogodila se nepoznata greška, javite se administratoru',
      code: 'unexpected',
      requestId,
    },
    { status: 500 },
  )
}

interface DatabaseError {
  code?: string
  constraint_name?: string
  cause?: unknown
}

/** Codes of a connection that was lost or did not come about, of the driver's, Node's and PostgreSQL's. */
const LOST = /^(08|57P|CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/

/** Codes after a wait that was as long as a request may wait for the database. */
const WAITED = ['CONNECTION_AWAY', 'CONNECTION_LATE']

/** Codes of a statement that the server ended: at its deadline, at that for a lock, or in a circle. */
const ENDED = ['57014', '55P03', '40P01']

/**
 * Whether the database was lost over a request, and not so long ago that nobody waits for it any
 * more: what only reads may then be asked again.
 */
export function wasCutOff(error: unknown): boolean {
  for (let at = error, depth = 0; at && depth < 5; depth++) {
    const { code, cause } = at as DatabaseError
    if (typeof code === 'string' && LOST.test(code)) return !WAITED.includes(code)
    at = cause
  }
  return false
}

/** SQLSTATE classes and codes that a client, or the loss of the database, brings about. */
function kindOf({ code }: DatabaseError): ServiceError | null {
  if (code === '23505')
    return new ServiceError('conflict', 'Takav podatak već postoji.', { code: 'already_exists' })
  if (code === '23503')
    return new ServiceError('conflict', 'Podatak se koristi drugdje pa se ne može promijeniti.', {
      code: 'in_use',
    })
  if (code === '23514' || code === '23502' || code?.startsWith('22'))
    return new ServiceError('invalid', 'Neispravan unos')
  if (code && [...ENDED, 'CONNECTION_LATE'].includes(code))
    return new ServiceError(
      'unavailable',
      'Baza podataka je zauzeta. Pokušajte za koji trenutak.',
      { code: 'busy', retryAfterSeconds: 5 },
    )
  if (code && (LOST.test(code) || /^(53|25006)/.test(code)))
    return new ServiceError(
      'unavailable',
      'Baza podataka se ne javlja. Pokušajte za koji trenutak.',
      {
        retryAfterSeconds: 5,
      },
    )
  return null
}

/** What a failed statement means to the person who caused it; null when it is a fault of ours. */
export function translateDatabaseError(error: unknown): ServiceError | null {
  for (let at = error, depth = 0; at && depth < 5; depth++) {
    const found = kindOf(at as DatabaseError)
    if (found) return Object.assign(found, { cause: error })
    at = (at as DatabaseError).cause
  }
  return null
}

/** For `.catch`: where a value had to be unique and is taken, this refusal; the rest goes on. */
export const whenTaken =
  (refusal: () => ServiceError) =>
  (error: unknown): never => {
    throw translateDatabaseError(error)?.code === 'already_exists' ? refusal() : error
  }
