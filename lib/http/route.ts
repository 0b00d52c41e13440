import { inspect, isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { type Caller, identify, isRead } from './caller'
import { failure } from './failure'
import { idempotencyKey, once } from './idempotency'
import { check, parseBody, readBytes } from './request'
import type { Rule } from './rule'

/** What a schema of the rule makes of what came. */
type Read<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined

interface Input<R extends Rule> {
  params: Read<R, 'params'>
  query: Read<R, 'query'>
  body: Read<R, 'body'>
  user: R['may'] extends 'anyone' ? null : Caller
  request: Request
}

interface Page<Row> {
  rows: Row[]
  total: number | null
}

/** What the work gives, as the rule says; a Response goes out as it is. */
type Result<R extends Rule> =
  | Response
  | (R extends { list: infer L extends z.ZodType }
      ? Page<z.input<L>>
      : R extends { answer: infer A extends z.ZodType }
        ? z.input<A>
        : // biome-ignore lint/suspicious/noConfusingVoidType: work without an answer returns nothing
          void)

/** A misspelt part of a rule is an error, though the rule keeps its own type. */
type Exact<R> = R & { [Key in Exclude<keyof R, keyof Rule>]: never }

type Context = { params: Promise<Record<string, string | string[] | undefined>> }

/**
 * Makes a route handler out of a rule and the work: the one place for session or bearer,
 * privilege, origin, limits, parsing, cache invalidation and the shape of answers and errors.
 * A Response of the work goes out as it is. The handler carries its rule, for OpenAPI.
 */
export function route<R extends Rule>(
  rule: Exact<R>,
  work: (input: Input<R>) => Result<R> | Promise<Result<R>>,
) {
  const handler = async (request: Request, context: Context): Promise<Response> => {
    try {
      const user = await identify(request, rule)
      const params = rule.params ? check(rule.params, await context.params) : undefined
      const query = rule.query
        ? check(rule.query, Object.fromEntries(new URL(request.url).searchParams))
        : undefined
      const bytes = rule.body ? await readBytes(request, rule) : undefined
      const perform = async () => {
        const body = rule.body && bytes && check(rule.body, await parseBody(request, bytes))
        const input = { params, query, body, user, request } as Input<R>
        const result = isRead(request)
          ? await work(input)
          : await collectInvalidations(async () => work(input))
        return answer(rule, result)
      }
      const key = rule.secret || isRead(request) ? null : idempotencyKey(request)
      if (key === null) return await perform()
      return await once({ request, key, bytes, userId: user?.id }, () =>
        perform().catch((error) => failure(request, error)),
      )
    } catch (error) {
      return failure(request, error)
    }
  }
  return Object.assign(handler, { rule: rule as R })
}

/** What went out under a rule; while the product is being written, held against it too. */
function answer(rule: Rule, result: unknown): Response {
  if (result instanceof Response) return result
  if (process.env.NODE_ENV !== 'production') requireFit(rule, result)
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (!rule.list) {
    if (result === undefined) return new Response(null, { status: 204, headers })
    return Response.json(result, { status: rule.status ?? 200, headers })
  }
  const { rows, total } = result as Page<unknown>
  if (total !== null) headers['x-total-count'] = String(total)
  return Response.json(rows, { headers })
}

/** Throws for an answer that its rule does not describe, to the last field. */
function requireFit({ summary, list, answer = z.undefined() }: Rule, result: unknown): void {
  const schema = list ? z.object({ rows: z.array(list), total: z.int().nullable() }) : answer
  const sent = result === undefined ? undefined : JSON.parse(JSON.stringify(result))
  const { data, error } = schema.safeParse(sent)
  if (error || !isDeepStrictEqual(JSON.parse(JSON.stringify(data ?? null)), sent ?? null))
    throw new Error(`'${summary}' answers otherwise than its rule says: ${error ?? inspect(sent)}`)
}
