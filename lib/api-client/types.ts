import type { z } from 'zod'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
// Imports only types: the specs of the endpoints type the requests, and no server code reaches a
// browser.
import type { ROUTES } from '@/lib/endpoints'
import type { documentRule } from '@/lib/endpoints/document'

/** Reports which part of a form has been sent, from 0 to 1. */
export type OnProgress = (part: number) => void

type Routes = typeof ROUTES & { 'openapi.json': { GET: { rule: typeof documentRule } } }
type Folder = keyof Routes & string
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Paths below /api that support this method. Parameters are in brackets: `/guests/[id]`. */
export type Path<M extends Method> = {
  [F in Folder]: M extends keyof Routes[F] ? `/${F}` : never
}[Folder]

/** Spec of an endpoint, with its exact types. */
type RuleOf<M extends Method, P> = P extends `/${infer F extends Folder}`
  ? M extends keyof Routes[F]
    ? Routes[F][M] extends { rule: infer R extends EndpointSpec }
      ? R
      : never
    : never
  : never

type Schema<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? z.input<S> : object

/** Values of a URL are text. Where the spec accepts any value, a text or a number is allowed. */
type InAddress<T, None = never> = {
  [Key in keyof T]: (unknown extends T[Key] ? string | number : T[Key]) | None
}

type Optional<Part extends string, T> = object extends T ? { [P in Part]?: T } : { [P in Part]: T }

type Body<R> = R extends { body: infer S extends z.ZodType }
  ? { body: z.input<S> | (R extends { accepts: 'form' } ? FormData : never) }
  : { body?: never }

/** Input of an endpoint, by its spec. */
export type EndpointInput<M extends Method, P, R = RuleOf<M, P>> = Optional<
  'params',
  InAddress<Schema<R, 'params'>>
> &
  Optional<'query', InAddress<Schema<R, 'query'>, null>> &
  Body<R> & {
    signal?: AbortSignal
    /** For a form with files: the part that has been sent, from 0 to 1. */
    onProgress?: OnProgress
  }

/** Rows of a list, and the total number of matches, also those beyond `limit`. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Response of an endpoint. A response that is an array becomes a `Page`. */
export type EndpointOutput<M extends Method, P> =
  RuleOf<M, P> extends infer R
    ? R extends { rows: infer L extends z.ZodType }
      ? Page<z.input<L>>
      : R extends { response: infer A extends z.ZodType }
        ? z.input<A> extends (infer Row)[]
          ? Page<Row>
          : z.input<A>
        : R extends { contentTypes: string[] }
          ? File
          : undefined
    : never

/** Paths of lists that have no path parameters. */
export type ListPath = {
  [P in Path<'GET'>]: RuleOf<'GET', P> extends { rows: z.ZodType; params?: never } ? P : never
}[Path<'GET'>]

/** Type of a row of such a list. */
export type RowOf<P extends ListPath> =
  EndpointOutput<'GET', P> extends Page<infer Row> ? Row : never

/** Paths of files that have no path parameters. */
export type FilePath = {
  [P in Path<'GET'>]: RuleOf<'GET', P> extends { contentTypes: string[]; params?: never }
    ? P
    : never
}[Path<'GET'>]

/** Query parameters of a list by name. Their values come from a URL or a form field. */
export type ListQueryOf<P extends ListPath> = {
  [Name in keyof NonNullable<EndpointInput<'GET', P>['query']>]?: string | number | null
}

/** POST endpoints that must not run twice for one request, according to their specs. */
type Creating = {
  [P in Path<'POST'>]: RuleOf<'POST', P> extends
    | { status: 201 | 202 }
    | { needsIdempotencyKey: true }
    ? P
    : never
}[Path<'POST'>]

/** Paths of the POST endpoints that create nothing, so that they can be repeated. */
export type RepeatablePost = Exclude<Path<'POST'>, Creating>

/** Input of a request, without the types of its endpoint. */
export interface UntypedInput {
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
  onProgress?: OnProgress
}
