import { z } from 'zod'
import type { Page } from '@/db/queries/list-query'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { idParams, type NewPositions, reorderBody } from '@/lib/http/fields'
import type { Caller } from './caller'
import { handle, route } from './route'

/** Any zod schema, or none, as the type of an absent one says. */
type Schema = z.ZodType

type Answer<A extends Schema> = Promise<z.input<A>>

/**
 * The five calls of a noun, each as one line for the description of the API, what it takes,
 * and the work. All answer the same thing; whoever may not, is told before any work begins.
 */
export interface CrudSpec<
  May extends EndpointSpec['access'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  F extends Form,
> {
  /** Who may read; writing is the admin's. */
  reads: May
  response: A
  fields: NonNullable<EndpointSpec['fields']>
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

type Form = Pick<EndpointSpec, 'accepts' | 'maxBytes'>

interface Input<Q extends Schema, B extends Schema> {
  params: { id: number }
  query: z.output<Q>
  body: z.output<B>
  user: Caller
  request: Request
}

/** `route`, for rules that are whole only here: what fits together is held by `Calls`. */
const make = <const R extends EndpointSpec, Q extends Schema, B extends Schema>(
  rule: R & { query?: Q; body?: B },
  work: (input: Input<Q, B>) => unknown,
) => handle<R>(rule, (input) => work(input as Input<Q, B>))

/** Handlers at their address; TypeScript forgets the name of a key that is not written out. */
const at = <const Address extends string, Handlers>(address: Address, handlers: Handlers) =>
  ({ [address]: handlers }) as Record<Address, Handlers>

/** The calls of a noun at `/{api}/` and `/{api}/{id}/`. */
export function crudEndpoints<
  const Api extends string,
  const May extends EndpointSpec['access'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  const F extends Form = object,
>(api: Api, its: CrudSpec<May, A, Q, C, U, F>) {
  const { reads, response, fields, query, form, list, create, get, update } = its
  return {
    ...at(api, {
      GET: make(
        { access: reads, showsStaffMore: true, summary: list[0], query, fields, rows: response },
        ({ query, request }) => list[1](query, request),
      ),
      POST: make(
        { access: 'admin', summary: create[0], ...form, body: create[1], response, status: 201 },
        ({ body, user }) => create[2](body, user),
      ),
    }),
    ...at(`${api}/[id]`, {
      GET: make(
        { access: reads, showsStaffMore: true, summary: get[0], params: idParams, response },
        ({ params: { id }, request }) => get[1](id, request),
      ),
      PUT: make(
        {
          access: 'admin',
          summary: update[0],
          ...form,
          params: idParams,
          body: update[1],
          response,
        },
        ({ params: { id }, body, user }) => update[2](id, body, user),
      ),
      ...deleteEndpoint(...its.delete),
    }),
  }
}

/** The two calls of what there is one of: how it is, and a change of it. */
export const singletonEndpoints = <A extends Schema, C extends Schema>(
  response: A,
  [reading, read]: [summary: string, work: () => Answer<A>],
  [changing, body, change]: [
    summary: string,
    body: C,
    work: (body: z.output<C>, user: Caller) => Answer<A>,
  ],
) => ({
  GET: make({ access: 'admin', summary: reading, response }, read),
  PUT: make({ access: 'admin', summary: changing, body, response }, ({ body, user }) =>
    change(body, user),
  ),
})

/** The call that deletes one thing. */
export const deleteEndpoint = (
  summary: string,
  work: (id: number, user: Caller) => Promise<void>,
) => ({
  DELETE: route({ access: 'admin', summary, params: idParams }, ({ params: { id }, user }) =>
    work(id, user),
  ),
})

/** The call at `/{api}/reorder/`, which gives things of one kind each other's places. */
export const reorderEndpoint = <const Api extends string, A extends Schema>(
  api: Api,
  response: A,
  [summary, work]: [summary: string, (places: NewPositions, user: Caller) => Promise<z.input<A>[]>],
) =>
  at(`${api}/reorder`, {
    POST: make(
      { access: 'admin', summary, body: reorderBody, response: z.array(response) },
      ({ body, user }) => work(body, user),
    ),
  })
