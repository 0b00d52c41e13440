/** The closed set of ways a request can fail; each maps to one HTTP status. */
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
 * A failure that a person may read: `detail` is a Croatian sentence, `code` a stable word
 * for programs (the kind itself unless given), `fields` only for validation.
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

/** What was looked for, or not_found. */
export function requireFound<Thing>(thing: Thing, detail?: string): NonNullable<Thing> {
  if (!thing) throw notFound(detail)
  return thing
}
