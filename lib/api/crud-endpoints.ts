import { z } from 'zod'
import type { Page } from '@/db/queries/list-query'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { idParams, type NewPositions, reorderBody } from '@/lib/http/fields'
import type { Caller } from './caller'
import { handle, route } from './route'

type Schema = z.ZodType

type ResponseOf<A extends Schema> = Promise<z.input<A>>

/**
 * Declares the five CRUD endpoints of an entity: for each a summary, the schemas and the handler.
 * All return the same response schema. Access is checked before a handler runs.
 */
export interface CrudSpec<
  Access extends EndpointSpec['access'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  F extends Form,
> {
  /** Access to the GET endpoints. Writes are for admins. */
  reads: Access
  response: A
  fields: NonNullable<EndpointSpec['fields']>
  /** Query of the list. */
  query: Q
  /** Format and size limit of bodies that contain a file. */
  form?: F
  /** Keys may not use the writes. */
  personOnly?: true
  list: [
    summary: string,
    handler: (query: z.output<Q>, request: Request) => Promise<Page<z.input<A>>>,
  ]
  create: [summary: string, body: C, handler: (body: z.output<C>, user: Caller) => ResponseOf<A>]
  get: [summary: string, handler: (id: number, request: Request) => ResponseOf<A>]
  update: [
    summary: string,
    body: U,
    handler: (id: number, body: z.output<U>, user: Caller) => ResponseOf<A>,
  ]
  delete: [summary: string, handler: (id: number, user: Caller) => Promise<void>]
}

type Form = Pick<EndpointSpec, 'accepts' | 'maxBytes'>

interface Input<Q extends Schema, B extends Schema> {
  params: { id: number }
  query: z.output<Q>
  body: z.output<B>
  user: Caller
  request: Request
}

/**
 * Creates an endpoint from a generic spec, like `route`. `CrudSpec` ensures that handler and
 * schemas match.
 */
const createEndpoint = <const R extends EndpointSpec, Q extends Schema, B extends Schema>(
  spec: R & { query?: Q; body?: B },
  handler: (input: Input<Q, B>) => unknown,
) => handle<R>(spec, (input) => handler(input as Input<Q, B>))

/** Returns an object with one key, the path. TypeScript would widen a computed key to string. */
const at = <const Path extends string, Handlers>(path: Path, handlers: Handlers) =>
  ({ [path]: handlers }) as Record<Path, Handlers>

/** Creates the CRUD endpoints of an entity at `/{api}/` and `/{api}/{id}/`. */
export function crudEndpoints<
  const Api extends string,
  const Access extends EndpointSpec['access'],
  A extends Schema,
  Q extends Schema,
  C extends Schema,
  U extends Schema,
  const F extends Form = object,
>(api: Api, spec: CrudSpec<Access, A, Q, C, U, F>) {
  const { reads, response, fields, query, form, personOnly, list, create, get, update } = spec
  return {
    ...at(api, {
      GET: createEndpoint(
        { access: reads, showsStaffMore: true, summary: list[0], query, fields, rows: response },
        ({ query, request }) => list[1](query, request),
      ),
      POST: createEndpoint(
        {
          access: 'admin',
          summary: create[0],
          ...form,
          personOnly,
          body: create[1],
          response,
          status: 201,
        },
        ({ body, user }) => create[2](body, user),
      ),
    }),
    ...at(`${api}/[id]`, {
      GET: createEndpoint(
        { access: reads, showsStaffMore: true, summary: get[0], params: idParams, response },
        ({ params: { id }, request }) => get[1](id, request),
      ),
      PUT: createEndpoint(
        {
          access: 'admin',
          summary: update[0],
          ...form,
          personOnly,
          params: idParams,
          body: update[1],
          response,
        },
        ({ params: { id }, body, user }) => update[2](id, body, user),
      ),
      ...deleteEndpoint(...spec.delete, personOnly),
    }),
  }
}

/** Creates the GET and PUT endpoints of a resource that exists only once. */
export const singletonEndpoints = <A extends Schema, C extends Schema>(
  response: A,
  [readSummary, read]: [summary: string, handler: () => ResponseOf<A>],
  [changeSummary, body, change]: [
    summary: string,
    body: C,
    handler: (body: z.output<C>, user: Caller) => ResponseOf<A>,
  ],
) => ({
  GET: createEndpoint({ access: 'admin', summary: readSummary, response }, read),
  PUT: createEndpoint(
    { access: 'admin', summary: changeSummary, body, response },
    ({ body, user }) => change(body, user),
  ),
})

/** Creates the DELETE endpoint of an item. */
export const deleteEndpoint = (
  summary: string,
  handler: (id: number, user: Caller) => Promise<void>,
  personOnly?: true,
) => ({
  DELETE: route(
    { access: 'admin', summary, personOnly, params: idParams },
    ({ params: { id }, user }) => handler(id, user),
  ),
})

/** Creates the endpoint `/{api}/reorder/`, which changes the positions of items. */
export const reorderEndpoint = <const Api extends string, A extends Schema>(
  api: Api,
  response: A,
  [summary, reorder]: [
    summary: string,
    handler: (positions: NewPositions, user: Caller) => Promise<z.input<A>[]>,
  ],
) =>
  at(`${api}/reorder`, {
    POST: createEndpoint(
      { access: 'admin', summary, body: reorderBody, response: z.array(response) },
      ({ body, user }) => reorder(body, user),
    ),
  })
