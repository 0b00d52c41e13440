import { inspect, isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { atLength } from '@/db/client'
import { isLostConnection } from '@/db/errors'
import { type EndpointSpec, failuresOf, type Method, successOf } from '@/lib/api/endpoint-spec'
import type { Device } from '@/lib/auth/devices'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { check, parseBody, readBytes } from '@/lib/http/request'
import { notifyListsChangedBy } from '@/lib/live/feed'
import { authenticate, type Caller, isSafeMethod } from './caller'
import { errorResponse } from './error-response'
import { idempotencyKey, runOnce } from './idempotency'

/** What a schema of the rule makes of what came. */
type Read<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined

interface Input<R extends EndpointSpec> {
  params: Read<R, 'params'>
  query: Read<R, 'query'>
  body: R extends { raw: true } ? Uint8Array<ArrayBuffer> : Read<R, 'body'>
  user: R['access'] extends 'anyone'
    ? null
    : R['access'] extends `device${string}`
      ? Device
      : Caller
  request: Request
}

interface Page<Row> {
  rows: Row[]
  total: number | null
}

/** What the work gives, as the rule says; a Response goes out as it is. */
type Result<R extends EndpointSpec> =
  | Response
  | (R extends { rows: infer L extends z.ZodType }
      ? Page<z.input<L>>
      : R extends { response: infer A extends z.ZodType }
        ? z.input<A>
        : // biome-ignore lint/suspicious/noConfusingVoidType: work without an answer returns nothing
          void)

/** A misspelt part of a rule is an error, though the rule keeps its own type. */
type Exact<R> = R & { [Key in Exclude<keyof R, keyof EndpointSpec>]: never }

type Context = { params: Promise<Record<string, string | string[] | undefined>> }

/** What came, as the schemas of the rule made it. */
interface Checked {
  params: unknown
  query: unknown
  body: unknown
  user: Caller | Device | null
  request: Request
}

/**
 * Makes a route handler out of a rule and the work: the one place for session or bearer,
 * privilege, origin, limits, parsing, cache invalidation and the shape of answers and errors.
 * A Response of the work goes out as it is. The handler carries its rule, for OpenAPI.
 */
export const route = <R extends EndpointSpec>(
  rule: Exact<R>,
  work: (input: Input<R>) => Result<R> | Promise<Result<R>>,
) => handle<R>(rule, (input) => work(input as Input<R>))

/** The same, where a rule is whole only elsewhere and its types cannot tell what the work takes. */
export function handle<R extends EndpointSpec>(rule: R, work: (input: Checked) => unknown) {
  const respond = async (request: Request, context: Context): Promise<Response> => {
    const user = await authenticate(request, rule)
    const params = rule.params ? check(rule.params, await context.params) : undefined
    const query = rule.query
      ? check(rule.query, Object.fromEntries(new URL(request.url).searchParams))
      : undefined
    const bytes = rule.body ? await readBytes(request, rule) : undefined
    const performed = async () => {
      const body =
        rule.body && bytes && !rule.raw ? check(rule.body, await parseBody(request, bytes)) : bytes
      const input = { params, query, body, user, request }
      if (isSafeMethod(request)) return toResponse(rule, await work(input))
      const result = await collectInvalidations(async () => work(input))
      notifyListsChangedBy(request)
      return toResponse(rule, result)
    }
    const perform = () => (rule.long ? atLength(performed) : performed())
    const key = rule.neverStored || isSafeMethod(request) ? null : idempotencyKey(request)
    if (key === null) return await perform()
    return await runOnce({ request, key, bytes, userId: user?.id }, () =>
      perform().catch((error) => errorResponse(request, error)),
    )
  }
  const answered = (request: Request, context: Context): Promise<Response> =>
    respond(request, context)
      .catch((error) => {
        if (!isSafeMethod(request) || !isLostConnection(error)) throw error
        // The database went away over a look, which waits for where it is now.
        return respond(request, context)
      })
      .catch((error) => errorResponse(request, error))
  const handler = async (request: Request, context: Context): Promise<Response> => {
    const response = await answered(request, context)
    if (process.env.NODE_ENV !== 'production') requireDescribed(rule, request, response)
    return response
  }
  return Object.assign(handler, { rule })
}

/** What went out under a rule; while the product is being written, held against it too. */
function toResponse(rule: EndpointSpec, result: unknown): Response {
  if (result instanceof Response) return result
  if (process.env.NODE_ENV !== 'production') assertMatchesSchema(rule, result)
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (!rule.rows) {
    if (result === undefined) return new Response(null, { status: 204, headers })
    return json(result, rule.status ?? 200, headers)
  }
  const { rows, total } = result as Page<unknown>
  if (total !== null) headers['x-total-count'] = String(total)
  return json(rows, 200, headers)
}

/** Its length is said, so that nobody compresses what is shorter than the trouble. */
function json(value: unknown, status: number, headers: Record<string, string>): Response {
  const body = JSON.stringify(value)
  const said = {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
  }
  return new Response(body, { status, headers: { ...headers, ...said } })
}

/** Throws for a status that the description of the API does not have for the call. */
function requireDescribed(rule: EndpointSpec, { method }: Request, { status }: Response): void {
  const described = [
    successOf(rule),
    ...Object.keys(rule.extraStatuses ?? {}).map(Number),
    ...failuresOf(method === 'HEAD' ? 'GET' : (method as Method), rule),
  ]
  if (!described.includes(status))
    throw new Error(`'${rule.summary}' answers ${method} with ${status}, which is not described`)
}

/** Throws for an answer that its rule does not describe, to the last field. */
function assertMatchesSchema(
  { summary, rows, response = z.undefined() }: EndpointSpec,
  result: unknown,
): void {
  const schema = rows ? z.object({ rows: z.array(rows), total: z.int().nullable() }) : response
  const sent = result === undefined ? undefined : JSON.parse(JSON.stringify(result))
  const { data, error } = schema.safeParse(sent)
  if (error || !isDeepStrictEqual(JSON.parse(JSON.stringify(data ?? null)), sent ?? null))
    throw new Error(`'${summary}' answers otherwise than its rule says: ${error ?? inspect(sent)}`)
}
