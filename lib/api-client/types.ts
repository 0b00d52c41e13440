import type { z } from 'zod'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
// Types alone: the specs of the endpoints type the calls, and nothing of the server reaches a browser.
import type { ROUTES } from '@/lib/endpoints'
import type { documentRule } from '@/lib/endpoints/document'

/** Part of a form that has been sent, from 0 to 1. */
export type OnProgress = (part: number) => void

type Routes = typeof ROUTES & { 'openapi.json': { GET: { rule: typeof documentRule } } }
type Folder = keyof Routes & string
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The addresses below /api that take this method, as their folders are named: `/guests/[id]`. */
export type Path<M extends Method> = {
  [F in Folder]: M extends keyof Routes[F] ? `/${F}` : never
}[Folder]

/** The rule of a call, with the types it was written with. */
type RuleOf<M extends Method, P> = P extends `/${infer F extends Folder}`
  ? M extends keyof Routes[F]
    ? Routes[F][M] extends { rule: infer R extends EndpointSpec }
      ? R
      : never
    : never
  : never

type Schema<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? z.input<S> : object

/** An address holds text; where the rule would take anything, that is text or a number. */
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

/** The rows of a list, and how many there are in all, also beyond its `limit`. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Response of an endpoint. Every array is a list. */
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

/** The addresses that answer a list by a question alone. */
export type ListPath = {
  [P in Path<'GET'>]: RuleOf<'GET', P> extends { rows: z.ZodType; params?: never } ? P : never
}[Path<'GET'>]

/** A row of such a list. */
export type RowOf<P extends ListPath> =
  EndpointOutput<'GET', P> extends Page<infer Row> ? Row : never

/** The addresses that answer a file by nothing but themselves. */
export type FilePath = {
  [P in Path<'GET'>]: RuleOf<'GET', P> extends { contentTypes: string[]; params?: never }
    ? P
    : never
}[Path<'GET'>]

/** Query parameters of a list by name. Their values come from an address or a field. */
export type ListQueryOf<P extends ListPath> = {
  [Name in keyof NonNullable<EndpointInput<'GET', P>['query']>]?: string | number | null
}

/** Calls whose work must not be done twice, as their rules say. */
type Creating = {
  [P in Path<'POST'>]: RuleOf<'POST', P> extends
    | { status: 201 | 202 }
    | { needsIdempotencyKey: true }
    ? P
    : never
}[Path<'POST'>]

/** The addresses whose POSTs create nothing. */
export type RepeatablePost = Exclude<Path<'POST'>, Creating>

/** A call's parts for what looks at them whatever their types. */
export interface UntypedInput {
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
  onProgress?: OnProgress
}
