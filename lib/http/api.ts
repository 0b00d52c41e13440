import type { z } from 'zod'
// The one look upwards of lib, and a type's only: the rules of the handlers are the types of
// the calls, and nothing of the server reaches a browser.
// biome-ignore lint/style/noRestrictedImports: see above
import type { ROUTES } from '@/app/api/routes'
import { send } from './client'
import type { Rule } from './rule'
import type { OnProgress } from './send-form'

type Routes = typeof ROUTES
type Folder = keyof Routes & string
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The addresses below /api that take this method, as their folders are named: `/guests/[id]`. */
export type Path<M extends Method> = {
  [F in Folder]: M extends keyof Routes[F] ? `/${F}` : never
}[Folder]

/** The rule of a call, with the types it was written with. */
export type RuleOf<M extends Method, P> = P extends `/${infer F extends Folder}`
  ? M extends keyof Routes[F]
    ? Routes[F][M] extends { rule: infer R extends Rule }
      ? R
      : never
    : never
  : never

type Schema<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? z.input<S> : object

/** An address holds text; where the rule would take anything, that is text or a number. */
type InAddress<T> = { [Key in keyof T]: unknown extends T[Key] ? string | number : T[Key] }

type Optional<Part extends string, T> = object extends T ? { [P in Part]?: T } : { [P in Part]: T }

type Body<R> = R extends { body: infer S extends z.ZodType }
  ? { body: z.input<S> | (R extends { accepts: 'form' } ? FormData : never) }
  : { body?: never }

/** What a call takes, as its rule says. */
export type Given<M extends Method, P, R = RuleOf<M, P>> = Optional<
  'params',
  InAddress<Schema<R, 'params'>>
> &
  Optional<'query', InAddress<Schema<R, 'query'>>> &
  Body<R> & {
    signal?: AbortSignal
    /** Of a form with files: how much has gone out so far, from 0 to 1. */
    onProgress?: OnProgress
  }

/** The rows of a list, and how many there are in all, also beyond its `limit`. */
export interface Page<Row> {
  rows: Row[]
  total: number
}

/** What a call answers: every array comes as a list. */
export type Answer<M extends Method, P> =
  RuleOf<M, P> extends infer R
    ? R extends { list: infer L extends z.ZodType }
      ? Page<z.input<L>>
      : R extends { answer: infer A extends z.ZodType }
        ? z.input<A> extends (infer Row)[]
          ? Page<Row>
          : z.input<A>
        : R extends { media: string[] }
          ? File
          : undefined
    : never

/**
 * One call of `/api` as the signed-in person, typed by the handler's own rule. Throws
 * ApiError; a signal that fires counts as offline.
 */
export async function api<const M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  ...[given]: object extends Given<M, P> ? [given?: Given<M, P>] : [given: Given<M, P>]
): Promise<Answer<M, P>> {
  const { params, query, body, signal, onProgress } = (given ?? {}) as Loose
  const response = await send(method, addressOf(path, params, query), body, signal, onProgress)
  return (await read(response)) as Answer<M, P>
}

/** A call's parts for what looks at them whatever their types. */
interface Loose {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  onProgress?: OnProgress
}

/** The address below /api: the folder's names in brackets filled in, undefined left out. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value))
  return `${filled}/${search.size > 0 ? `?${search}` : ''}`
}

async function read(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  if (!response.headers.get('content-type')?.startsWith('application/json')) return file(response)
  const answer: unknown = await response.json()
  if (!Array.isArray(answer)) return answer
  return { rows: answer, total: Number(response.headers.get('x-total-count') ?? answer.length) }
}

/** A file under the name that the API gives it. */
async function file(response: Response): Promise<File> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return new File([await response.blob()], name ?? 'datoteka')
}
