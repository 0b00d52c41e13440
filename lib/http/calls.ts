import { z } from 'zod'
import type { Page } from '@/db/queries/list'
import type { Caller } from './caller'
import { idParams, type Places, reorderBody } from './fields'
import { listQuery } from './list-params'
import { type Rule, route } from './route'

/** Any zod schema, or none, as the type of an absent one says. */
type Schema = z.ZodType

type Answer<A extends Schema> = Promise<z.input<A>>

/**
 * The five calls of a noun, each as one line for the description of the API, what it takes,
 * and the work. All answer the same thing; whoever may not, is told before any work begins.
 */
export interface Calls<
  May extends Rule['may'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  F extends Form,
> {
  /** Who may read; writing is the admin's. */
  reads: May
  answer: A
  fields: NonNullable<Rule['fields']>
  /** What the list can be asked besides what every list can. */
  query?: Q
  /** How its bodies may come, where they hold a file. */
  form?: F
  list: [summary: string, work: (query: z.output<Q>, request: Request) => Promise<Page<z.input<A>>>]
  create: [summary: string, body: C, work: (body: z.output<C>, user: Caller) => Answer<A>]
  get: [summary: string, work: (id: number, request: Request) => Answer<A>]
  update: [
    summary: string,
    body: U,
    work: (id: number, body: z.output<U>, user: Caller) => Answer<A>,
  ]
  delete: [summary: string, work: (id: number, user: Caller) => Promise<void>]
}

type Form = Pick<Rule, 'accepts' | 'maxBytes'>

type Handler<R extends Rule> = ReturnType<typeof route<R>>
type OfAdmin<R> = R & { may: 'admin'; summary: string }
type OfOne = { params: typeof idParams }

/** The handlers by their addresses, with the rules that the browser's calls are typed by. */
type Handlers<
  Api extends string,
  May extends Rule['may'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  F extends Form,
> = {
  [Address in Api]: {
    GET: Handler<{ may: May; summary: string; query: Q; list: A }>
    POST: Handler<OfAdmin<F & { body: C; answer: A; status: 201 }>>
  }
} & {
  [Address in `${Api}/[id]`]: {
    GET: Handler<OfOne & { may: May; summary: string; answer: A }>
    PUT: Handler<OfAdmin<OfOne & F & { body: U; answer: A }>>
    DELETE: Handler<OfAdmin<OfOne>>
  }
}

interface Input {
  params: { id: number }
  query: unknown
  body: unknown
  user: Caller
  request: Request
}

/** `route`, for rules that are whole only here: what fits together is held by `Calls`. */
const make = (rule: Rule, work: (input: Input) => unknown) => route(rule as never, work as never)

/** The calls of a noun at `/{api}/` and `/{api}/{id}/`. */
export function calls<
  const Api extends string,
  const May extends Rule['may'],
  A extends Schema,
  C extends Schema,
  U extends Schema,
  Q extends Schema = typeof listQuery,
  const F extends Form = object,
>(api: Api, its: Calls<May, A, Q, C, U, F>): Handlers<Api, May, A, Q, C, U, F> {
  const { reads, answer, fields, query = listQuery, form } = its
  const told = ([summary]: readonly [string, ...unknown[]]) => ({ may: 'admin' as const, summary })
  const { list, create, get, update } = its
  const all = {
    GET: make({ ...told(list), may: reads, query, fields, list: answer }, ({ query, request }) =>
      list[1](query as z.output<Q>, request),
    ),
    POST: make(
      { ...told(create), ...form, body: create[1], answer, status: 201 },
      ({ body, user }) => create[2](body as z.output<C>, user),
    ),
  }
  const one = {
    GET: make(
      { ...told(get), may: reads, params: idParams, answer },
      ({ params: { id }, request }) => get[1](id, request),
    ),
    PUT: make(
      { ...told(update), ...form, params: idParams, body: update[1], answer },
      ({ params: { id }, body, user }) => update[2](id, body as z.output<U>, user),
    ),
    ...deletes(...its.delete),
  }
  return { [api]: all, [`${api}/[id]`]: one } as unknown as Handlers<Api, May, A, Q, C, U, F>
}

/** The two calls of what there is one of: how it is, and a change of it. */
export function single<A extends Schema, C extends Schema>(
  answer: A,
  [reading, read]: [summary: string, work: () => Answer<A>],
  [changing, body, change]: [
    summary: string,
    body: C,
    work: (body: z.output<C>, user: Caller) => Answer<A>,
  ],
) {
  const GET = make({ may: 'admin', summary: reading, answer }, () => read())
  const PUT = make({ may: 'admin', summary: changing, body, answer }, ({ body, user }) =>
    change(body as z.output<C>, user),
  )
  return { GET, PUT } as unknown as {
    GET: Handler<OfAdmin<{ answer: A }>>
    PUT: Handler<OfAdmin<{ body: C; answer: A }>>
  }
}

/** The call that deletes one thing. */
export const deletes = (
  summary: string,
  work: (id: number, user: Caller) => Promise<void>,
): { DELETE: Handler<OfAdmin<OfOne>> } => ({
  DELETE: route({ may: 'admin', summary, params: idParams }, ({ params: { id }, user }) =>
    work(id, user),
  ),
})

/** The call at `/{api}/reorder/`, which gives things of one kind each other's places. */
export function reorders<const Api extends string, A extends Schema>(
  api: Api,
  answer: A,
  [summary, work]: [summary: string, (places: Places, user: Caller) => Promise<z.input<A>[]>],
) {
  const POST = make(
    { may: 'admin', summary, body: reorderBody, answer: z.array(answer) },
    ({ body, user }) => work(body as Places, user),
  )
  type Reorder = OfAdmin<{ body: typeof reorderBody; answer: z.ZodArray<A> }>
  return { [`${api}/reorder`]: { POST } } as unknown as Record<
    `${Api}/reorder`,
    { POST: Handler<Reorder> }
  >
}
