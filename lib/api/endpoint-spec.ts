import type { z } from 'zod'
import type { Permission } from '@/lib/auth/rules'

/**
 * Access to an endpoint. `anyone` needs no sign-in, and `signed-in` includes privilege 0. `device` is a
 * gate device, `device-any-state` also one that was revoked or whose shift is over. The rest are
 * permissions.
 */
type Access = 'anyone' | 'signed-in' | 'device' | 'device-any-state' | Permission

/**
 * Declaration of an endpoint: access, input and response. The OpenAPI document and the types of the API
 * client are derived from it.
 */
export interface EndpointSpec {
  access: Access
  /** Summary for the OpenAPI document, on one line. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  /** Fields by which a list can be searched and ordered, for the OpenAPI document. */
  fields?: { search: readonly string[]; order: readonly string[] }
  body?: z.ZodType
  /** The handler gets the body as bytes, because it verifies a signature over them. */
  raw?: true
  /**
   * Further content types of the body. `form`: multipart/form-data, with files as File. `report`:
   * application/csp-report, JSON that browsers send by themselves.
   */
  accepts?: 'form' | 'report'
  /** Body limit in bytes, in place of the default. */
  maxBytes?: number
  /** Schema of the response, unless it is a list. */
  response?: z.ZodType
  /** Schema of one row of a list. The handler returns `{ rows, total }`; total is sent as X-Total-Count. */
  rows?: z.ZodType
  /** Content types of a Response that the handler creates itself and that is not JSON. */
  contentTypes?: string[]
  /** Success status; by default 200, or 204 without a response body. */
  status?: 200 | 201 | 202 | 302
  /** Further success statuses that the handler's own Response may have, with their meaning. */
  extraStatuses?: Partial<Record<200 | 204 | 304, string>>
  /**
   * The endpoint returns 410 after the end of the event night, or after its personal data were
   * erased (lib/phase).
   */
  endsWithNight?: true
  /**
   * The response contains more for staff. A request with an ended session therefore gets 401, and
   * not the public response.
   */
  showsStaffMore?: true
  /** Rate limit per IP, for an endpoint that is open to anyone. */
  perMinute?: number
  /**
   * Repeating the request would create a second item, as always with 201 and 202. The client sends an
   * Idempotency-Key, and repeats the request once if the response was lost. A preview gets no key.
   */
  needsIdempotencyKey?: true
  /**
   * The request may take minutes (export, import, erasure, bulk job), so it uses separate database
   * connections.
   */
  long?: true
  /**
   * A key may not call the endpoint, because it gives, shows or ends access of staff or of gate
   * devices (rule 9.18).
   */
  personOnly?: true
  /** The response contains a secret, so it is never stored for an Idempotency-Key. */
  neverStored?: true
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Returns the success status of an endpoint. */
export const successOf = ({ status, rows, response, contentTypes }: EndpointSpec): number =>
  status ?? (rows || response || contentTypes ? 200 : 204)

/** Error statuses of endpoints. A method without an endpoint gets 405 before any endpoint runs. */
export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

/** Returns the error statuses that an endpoint can return. */
export function failuresOf(method: Method, spec: EndpointSpec): FailureStatus[] {
  const isWrite = method !== 'GET'
  const canFail: Record<FailureStatus, unknown> = {
    400: spec.params || spec.query || spec.body || isWrite,
    401: spec.access !== 'anyone' || spec.neverStored || spec.showsStaffMore,
    403: spec.access !== 'anyone' || spec.neverStored,
    404: true,
    409: isWrite,
    410: spec.access.startsWith('device') || spec.neverStored || spec.endsWithNight,
    413: spec.body,
    415: spec.body,
    422: isWrite,
    429: spec.access === 'anyone' || isWrite,
    500: true,
    503: true,
  }
  return Object.keys(canFail)
    .map((status) => Number(status) as FailureStatus)
    .filter((status) => canFail[status])
}
