import { revalidateTag } from 'next/cache'
import type { z } from 'zod'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { type Caller, identify, isRead } from './caller'
import { failure } from './failure'
import { idempotencyKey, once } from './idempotency'
import { check, parseBody, readBytes } from './request'
import type { AnyRule, May, Rule } from './rule'

export type { Caller } from './caller'

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
      const user = await identify(request, rule as AnyRule)
      const params = rule.params ? check(rule.params, await context.params) : undefined
      const query = rule.query
        ? check(rule.query, Object.fromEntries(new URL(request.url).searchParams))
        : undefined
      const bytes = rule.body ? await readBytes(request, rule) : undefined
      const perform = async () => {
        const body = rule.body && bytes && check(rule.body, await parseBody(request, bytes))
        const input = { params, query, body, user, request } as Parameters<typeof work>[0]
        const result = isRead(request)
          ? await work(input)
          : await collectInvalidations(async () => work(input), expireTag)
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
