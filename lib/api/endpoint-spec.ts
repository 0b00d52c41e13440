import type { z } from 'zod'
import type { Permission } from '@/lib/auth/rules'

/**
 * `anyone` needs no sign-in; `signed-in` admits privilege 0 too; `device` is a phone at a gate,
 * `device-any-state` also one whose time there is over; the rest is a duty.
 */
type May = 'anyone' | 'signed-in' | 'device' | 'device-any-state' | Permission

/**
 * What a call is: who may make it, what it takes and what it answers. A handler carries its
 * rule with the types that it was written with: the description of the API is made of it,
 * and the browser's calls are typed by it.
 */
export interface EndpointSpec {
  access: May
  /** One line for the description of the API. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  /** Of a rows: what it can be searched by and ordered by, for the description. */
  fields?: { search: readonly string[]; order: readonly string[] }
  body?: z.ZodType
  /** The work takes the body as its bytes, and reads it itself: a signature is over the bytes. */
  raw?: true
  /**
   * `form`: the body may also be multipart/form-data, whose files arrive as File; `report`: also
   * what a browser tells by itself, JSON under a name of its own.
   */
  accepts?: 'form' | 'report'
  /** Largest body in bytes, when the usual limit is too small. */
  maxBytes?: number
  /** What the work's value looks like, when it is not a list. */
  response?: z.ZodType
  /** What one row looks like: the work gives `{ rows, total }`, total going to X-Total-Count. */
  rows?: z.ZodType
  /** Types that the work's own Response may have, when that is no JSON. */
  contentTypes?: string[]
  /** Of a successful answer; 200, or 204 when there is nothing to say. */
  status?: 200 | 201 | 202 | 302
  /** Answers of the work's own Response that say nothing and are no failure, and when they come. */
  extraStatuses?: Partial<Record<200 | 204 | 304, string>>
  /** The work refuses with 410 after the end of the night (lib/phase). */
  endsWithNight?: true
  /** Anyone may call, and staff are shown more: a sign-in that has ended is answered with 401. */
  showsStaffMore?: true
  /** Requests a minute from one address; only for what anyone may call. */
  perMinute?: number
  /**
   * What it makes must not be made twice, as with 201 and 202: the browser's calls name
   * themselves by an Idempotency-Key, and are repeated once when their answer was lost.
   */
  needsIdempotencyKey?: true
  /** Exports, imports, erasing, work on many: has connections of its own, and minutes for it. */
  long?: true
  /** The answer is a secret of its caller: no Idempotency-Key makes it be kept. */
  neverStored?: true
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The status of a call that was done. */
export const successOf = ({ status, rows, response, contentTypes }: EndpointSpec): number =>
  status ?? (rows || response || contentTypes ? 200 : 204)

/** Statuses with which a call may fail; a method without a rule is answered 405. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

/** How a call of this rule may fail. */
export function failuresOf(method: Method, rule: EndpointSpec): FailureStatus[] {
  const isWrite = method !== 'GET'
  const mayFail: Record<FailureStatus, unknown> = {
    400: rule.params || rule.query || rule.body || isWrite,
    401: rule.access !== 'anyone' || rule.neverStored || rule.showsStaffMore,
    403: rule.access !== 'anyone' || rule.neverStored,
    404: true,
    409: isWrite,
    410: rule.access.startsWith('device') || rule.neverStored || rule.endsWithNight,
    413: rule.body,
    415: rule.body,
    422: isWrite,
    429: rule.access === 'anyone' || isWrite,
    500: true,
    503: true,
  }
  return Object.keys(mayFail)
    .map((status) => Number(status) as FailureStatus)
    .filter((status) => mayFail[status])
}
