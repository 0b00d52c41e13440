/** All kinds of failure of a request, with the HTTP status of each. */
const STATUS = {
  invalid: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  wrong_type: 415,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof STATUS
export type FieldErrors = Record<string, string[]>

/**
 * Failure of a request that is safe to show to the user. `detail` is a Croatian sentence, `code` a
 * stable error code for programs (by default the kind), `fields` the validation errors by field.
 */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string

  constructor(
    kind: ErrorKind,
    readonly detail: string,
    readonly more: { code?: string; fields?: FieldErrors; retryAfterSeconds?: number } = {},
  ) {
    super(detail)
    this.status = STATUS[kind]
    this.code = more.code ?? kind
  }
}

export const notFound = (detail = 'Traženi podatak ne postoji.') =>
  new ServiceError('not_found', detail)

/** Returns the value. Throws not_found when it is missing. */
export function requireFound<Value>(value: Value, detail?: string): NonNullable<Value> {
  if (!value) throw notFound(detail)
  return value
}
