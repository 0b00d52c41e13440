import { inspect, isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isLostConnection } from '@/db/errors'
import { runAsLongWork } from '@/db/pool'
import { type EndpointSpec, failuresOf, type Method, successOf } from '@/lib/api/endpoint-spec'
import type { Device } from '@/lib/auth/devices'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { check, parseBody, readBytes } from '@/lib/http/request'
import { notifyListsChangedBy } from '@/lib/live/feed'
import { authenticate, type Caller, isSafeMethod } from './caller'
import { errorResponse } from './error-response'
import { idempotencyKey, runOnce } from './idempotency'

/** Type of the validated `params`, `query` or `body`, from the schema in the spec. */
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

/** Result of a handler, by the schemas of the endpoint. A Response is sent unchanged. */
type Result<R extends EndpointSpec> =
  | Response
  | (R extends { rows: infer L extends z.ZodType }
      ? Page<z.input<L>>
      : R extends { response: infer A extends z.ZodType }
        ? z.input<A>
        : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a response returns nothing
          void)

/** Makes a misspelt property of a spec a type error, while the spec keeps its narrow type. */
type Exact<R> = R & { [Key in Exclude<keyof R, keyof EndpointSpec>]: never }

type Context = { params: Promise<Record<string, string | string[] | undefined>> }

/** Validated input of a request. */
interface ValidatedInput {
  params: unknown
  query: unknown
  body: unknown
  user: Caller | Device | null
  request: Request
}

/**
 * Creates the handler of an endpoint from its spec and the work: the one place for authentication,
 * permission, same-origin check, rate limits, validation, cache invalidation and the format of responses
 * and errors. A Response is sent unchanged. The handler exposes the spec as `rule`, for OpenAPI.
 */
export const route = <R extends EndpointSpec>(
  spec: Exact<R>,
  work: (input: Input<R>) => Result<R> | Promise<Result<R>>,
) => handle<R>(spec, (input) => work(input as Input<R>))

/** Variant of `route` for a generic spec, whose input type the compiler cannot derive. */
export function handle<R extends EndpointSpec>(spec: R, work: (input: ValidatedInput) => unknown) {
  const respond = async (request: Request, context: Context): Promise<Response> => {
    const user = await authenticate(request, spec)
    const params = spec.params ? check(spec.params, await context.params) : undefined
    const query = spec.query
      ? check(spec.query, Object.fromEntries(new URL(request.url).searchParams))
      : undefined
    const bytes = spec.body ? await readBytes(request, spec) : undefined
    const runWork = async () => {
      const body =
        spec.body && bytes && !spec.raw ? check(spec.body, await parseBody(request, bytes)) : bytes
      const input = { params, query, body, user, request }
      if (isSafeMethod(request)) return toResponse(spec, await work(input))
      const result = await collectInvalidations(async () => work(input))
      notifyListsChangedBy(request)
      return toResponse(spec, result)
    }
    const perform = () => (spec.long ? runAsLongWork(runWork) : runWork())
    const key = spec.neverStored || isSafeMethod(request) ? null : idempotencyKey(request)
    if (key === null) return await perform()
    return await runOnce({ request, key, bytes, userId: user?.id }, () =>
      perform().catch((error) => errorResponse(request, error)),
    )
  }
  const respondOrFail = (request: Request, context: Context): Promise<Response> =>
    respond(request, context)
      .catch((error) => {
        if (!isSafeMethod(request) || !isLostConnection(error)) throw error
        // A read can be repeated after a lost connection; it waits for the new primary.
        return respond(request, context)
      })
      .catch((error) => errorResponse(request, error))
  const handler = async (request: Request, context: Context): Promise<Response> => {
    const response = await respondOrFail(request, context)
    if (process.env.NODE_ENV !== 'production') assertDescribedStatus(spec, request, response)
    return response
  }
  return Object.assign(handler, { rule: spec })
}

/** Converts the result of a handler to a response. Outside production it is checked against the schema. */
function toResponse(spec: EndpointSpec, result: unknown): Response {
  if (result instanceof Response) return result
  if (process.env.NODE_ENV !== 'production') assertMatchesSchema(spec, result)
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (!spec.rows) {
    if (result === undefined) return new Response(null, { status: 204, headers })
    return json(result, spec.status ?? 200, headers)
  }
  const { rows, total } = result as Page<unknown>
  if (total !== null) headers['x-total-count'] = String(total)
  return json(rows, 200, headers)
}

/** Creates a JSON response. Sets Content-Length, so that small responses are not compressed. */
function json(value: unknown, status: number, headers: Record<string, string>): Response {
  const body = JSON.stringify(value)
  const bodyHeaders = {
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(body)}`,
  }
  return new Response(body, { status, headers: { ...headers, ...bodyHeaders } })
}

/** Throws for a status that the OpenAPI document does not list for the endpoint. */
function assertDescribedStatus(
  spec: EndpointSpec,
  { method }: Request,
  { status }: Response,
): void {
  const described = [
    successOf(spec),
    ...Object.keys(spec.extraStatuses ?? {}).map(Number),
    ...failuresOf(method === 'HEAD' ? 'GET' : (method as Method), spec),
  ]
  if (!described.includes(status))
    throw new Error(`'${spec.summary}' returned ${status} to ${method}, which is not described`)
}

/** Throws for a response that differs from its schema, also for an additional field. */
function assertMatchesSchema(
  { summary, rows, response = z.undefined() }: EndpointSpec,
  result: unknown,
): void {
  const schema = rows ? z.object({ rows: z.array(rows), total: z.int().nullable() }) : response
  const sent = result === undefined ? undefined : JSON.parse(JSON.stringify(result))
  const { data, error } = schema.safeParse(sent)
  if (error || !isDeepStrictEqual(JSON.parse(JSON.stringify(data ?? null)), sent ?? null))
    throw new Error(`'${summary}' returned a response unlike its schema: ${error ?? inspect(sent)}`)
}
