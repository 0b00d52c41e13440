import { revalidateTag } from 'next/cache'
import type { z } from 'zod'
import type { UserRow } from '@/db/queries/users'
import { readCookie, sessionCookieName } from '@/lib/auth/cookie'
import { type Duty, may, NO_PRIVILEGES } from '@/lib/auth/permissions'
import { userOfToken } from '@/lib/auth/sessions'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { getConfig } from '@/lib/config'
import { translateDatabaseError } from './database-errors'
import { ServiceError } from './errors'
import { limitAddress } from './rate-limit'
import { check, readBody } from './request'

export type Caller = UserRow

/** `anyone` needs no sign-in; `signed-in` admits privilege 0 too; the rest is a duty. */
type May = 'anyone' | 'signed-in' | Duty

/** What a call is: who may make it, what it takes and what it answers. OpenAPI is made of it. */
interface Rule<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  L extends z.ZodType = z.ZodType,
> {
  may: May
  /** One line for the description of the API. */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** `form`: the body may also be multipart/form-data, whose files arrive as File. */
  accepts?: 'form'
  /** Largest body in bytes, when the usual limit is too small. */
  maxBytes?: number
  /** What the work's value looks like, when it is not a list. */
  answer?: A
  /** What one row looks like: the work gives `{ rows, total }`, total going to X-Total-Count. */
  list?: L
  /** Of a successful answer; 200, or 204 when there is nothing to say. */
  status?: 201 | 202
  /** Requests a minute from one address; only for what anyone may call. */
  perMinute?: number
}

export type AnyRule = Rule

interface Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, U> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  user: U
  request: Request
}

interface Page<Row> {
  rows: Row[]
  total: number | null
}

type Result<A extends z.ZodType, L extends z.ZodType> =
  | Response
  | ([L] extends [z.ZodNever] ? z.input<A> : Page<z.input<L>>)

type Context = { params: Promise<Record<string, string | string[] | undefined>> }

/**
 * Makes a route handler out of a rule and the work: the one place for session or bearer,
 * privilege, origin, limits, parsing, cache invalidation and the shape of answers and errors.
 * A Response of the work goes out as it is. The handler carries its rule, for OpenAPI.
 */
export function route<
  M extends May,
  P extends z.ZodType = z.ZodUnknown,
  Q extends z.ZodType = z.ZodUnknown,
  B extends z.ZodType = z.ZodUnknown,
  A extends z.ZodType = z.ZodUnknown,
  L extends z.ZodType = z.ZodNever,
>(
  rule: Rule<P, Q, B, A, L> & { may: M },
  work: (
    input: Input<P, Q, B, M extends 'anyone' ? null : Caller>,
  ) => Result<A, L> | Promise<Result<A, L>>,
) {
  const handler = async (request: Request, context: Context): Promise<Response> => {
    try {
      const user = await identify(request, rule)
      const params = rule.params ? check(rule.params, await context.params) : undefined
      const query = rule.query
        ? check(rule.query, Object.fromEntries(new URL(request.url).searchParams))
        : undefined
      const body = rule.body ? check(rule.body, await readBody(request, rule)) : undefined
      const input = { params, query, body, user, request } as Parameters<typeof work>[0]
      const isWrite = request.method !== 'GET'
      const result = isWrite
        ? await collectInvalidations(async () => work(input), expireTag)
        : await work(input)
      return answer(rule, result)
    } catch (error) {
      return failure(request, error)
    }
  }
  return Object.assign(handler, { rule: rule as AnyRule })
}

const expireTag = (tag: string) => revalidateTag(tag, { expire: 0 })

function answer(rule: { list?: unknown; status?: number }, result: unknown): Response {
  if (result instanceof Response) return result
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (!rule.list) {
    if (result === undefined) return new Response(null, { status: 204, headers })
    return Response.json(result, { status: rule.status ?? 200, headers })
  }
  const { rows, total } = result as Page<unknown>
  if (total !== null) headers['x-total-count'] = String(total)
  return Response.json(rows, { headers })
}

async function identify(
  request: Request,
  rule: { may: May; perMinute?: number },
): Promise<Caller | null> {
  if (rule.may === 'anyone') {
    await limitAddress(request, rule.perMinute)
    return null
  }
  const user = await callerOf(request)
  if (!user) throw new ServiceError('not_signed_in', 'Prijavite se da biste nastavili.')
  if (rule.may === 'signed-in') return user
  if (!may(user.privilege, rule.may)) throw new ServiceError('forbidden', NO_PRIVILEGES)
  return user
}

/** Bearer token first, then the browser's cookie, which may write only from our own pages. */
async function callerOf(request: Request): Promise<Caller | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (bearer) return userOfToken('access', bearer)
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  if (!cookie) return null
  if (request.method !== 'GET' && !isOurOrigin(request))
    throw new ServiceError('forbidden', 'Zahtjev ne dolazi s ove stranice.', {
      code: 'foreign_origin',
    })
  return userOfToken('session', cookie)
}

function isOurOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === getConfig().PUBLIC_URL || url.host === request.headers.get('host')
}

function failure(request: Request, error: unknown): Response {
  const known = error instanceof ServiceError ? error : translateDatabaseError(error)
  if (known) {
    const { code, fields, retryAfterSeconds } = { ...known.more, code: known.code }
    const headers: Record<string, string> = { 'cache-control': 'no-store' }
    if (retryAfterSeconds) headers['retry-after'] = String(Math.ceil(retryAfterSeconds))
    return Response.json({ detail: known.detail, code, fields }, { status: known.status, headers })
  }
  const path = new URL(request.url).pathname
  process.stderr.write(`${request.method} ${path}: ${(error as Error)?.stack ?? error}\n`)
  return Response.json(
    { detail: 'Dogodila se nepoznata greška, javite se administratoru', code: 'unexpected' },
    { status: 500 },
  )
}
