import { z } from 'zod'
import type { Page } from '@/db/queries/list'
import type { Rule } from '@/lib/api/endpoint-spec'
import { idParams, type Places, reorderBody } from '@/lib/http/fields'
import type { Caller } from './caller'
import { handle, route } from './route'

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
  /** What the list can be asked. */
  query: Q
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

interface Input<Q extends Schema, B extends Schema> {
  params: { id: number }
  query: z.output<Q>
  body: z.output<B>
  user: Caller
  request: Request
}

/** `route`, for rules that are whole only here: what fits together is held by `Calls`. */
const make = <const R extends Rule, Q extends Schema, B extends Schema>(
  rule: R & { query?: Q; body?: B },
  work: (input: Input<Q, B>) => unknown,
) => handle<R>(rule, (input) => work(input as Input<Q, B>))

/** Handlers at their address; TypeScript forgets the name of a key that is not written out. */
const at = <const Address extends string, Handlers>(address: Address, handlers: Handlers) =>
  ({ [address]: handlers }) as Record<Address, Handlers>

/** The calls of a noun at `/{api}/` and `/{api}/{id}/`. */
export function calls<
  const Api extends string,
  const May extends Rule['may'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  const F extends Form = object,
>(api: Api, its: Calls<May, A, Q, C, U, F>) {
  const { reads, answer, fields, query, form, list, create, get, update } = its
  return {
    ...at(api, {
      GET: make(
        { may: reads, showsStaffMore: true, summary: list[0], query, fields, list: answer },
        ({ query, request }) => list[1](query, request),
      ),
      POST: make(
        { may: 'admin', summary: create[0], ...form, body: create[1], answer, status: 201 },
        ({ body, user }) => create[2](body, user),
      ),
    }),
    ...at(`${api}/[id]`, {
      GET: make(
        { may: reads, showsStaffMore: true, summary: get[0], params: idParams, answer },
        ({ params: { id }, request }) => get[1](id, request),
      ),
      PUT: make(
        { may: 'admin', summary: update[0], ...form, params: idParams, body: update[1], answer },
        ({ params: { id }, body, user }) => update[2](id, body, user),
      ),
      ...deletes(...its.delete),
    }),
  }
}

/** The two calls of what there is one of: how it is, and a change of it. */
export const single = <A extends Schema, C extends Schema>(
  answer: A,
  [reading, read]: [summary: string, work: () => Answer<A>],
  [changing, body, change]: [
    summary: string,
    body: C,
    work: (body: z.output<C>, user: Caller) => Answer<A>,
  ],
) => ({
  GET: make({ may: 'admin', summary: reading, answer }, read),
  PUT: make({ may: 'admin', summary: changing, body, answer }, ({ body, user }) =>
    change(body, user),
  ),
})

/** The call that deletes one thing. */
export const deletes = (summary: string, work: (id: number, user: Caller) => Promise<void>) => ({
  DELETE: route({ may: 'admin', summary, params: idParams }, ({ params: { id }, user }) =>
    work(id, user),
  ),
})

/** The call at `/{api}/reorder/`, which gives things of one kind each other's places. */
export const reorders = <const Api extends string, A extends Schema>(
  api: Api,
  answer: A,
  [summary, work]: [summary: string, (places: Places, user: Caller) => Promise<z.input<A>[]>],
) =>
  at(`${api}/reorder`, {
    POST: make(
      { may: 'admin', summary, body: reorderBody, answer: z.array(answer) },
      ({ body, user }) => work(body, user),
    ),
  })
