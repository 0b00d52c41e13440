import type { z } from 'zod'
// The one look upwards of lib, and a type's only: the rules of the handlers are the types of
// the calls, and nothing of the server reaches a browser.
// biome-ignore lint/style/noRestrictedImports: see above
import type * as description from '@/app/api/openapi.json/route'
// biome-ignore lint/style/noRestrictedImports: see above
import type { ROUTES } from '@/app/api/routes'
import type { Rule } from './rule'
import { type OnProgress, sendForm } from './send-form'

export type { OnProgress } from './send-form'

/** A refusal as the API words it; status 0 when the server could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly code: string,
    readonly fields: Record<string, string[]> = {},
  ) {
    super(detail)
  }
}

type Routes = typeof ROUTES & { 'openapi.json': typeof description }
type Folder = keyof Routes & string
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The addresses below /api that take this method, as their folders are named: `/guests/[id]`. */
export type Path<M extends Method> = {
  [F in Folder]: M extends keyof Routes[F] ? `/${F}` : never
}[Folder]

/** The rule of a call, with the types it was written with. */
type RuleOf<M extends Method, P> = P extends `/${infer F extends Folder}`
  ? M extends keyof Routes[F]
    ? Routes[F][M] extends { rule: infer R extends Rule }
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

/** What a call takes, as its rule says. */
export type Given<M extends Method, P, R = RuleOf<M, P>> = Optional<
  'params',
  InAddress<Schema<R, 'params'>>
> &
  Optional<'query', InAddress<Schema<R, 'query'>, null>> &
  Body<R> & {
    signal?: AbortSignal
    /** Of a form with files: how much has gone out so far, from 0 to 1. */
    onProgress?: OnProgress
  }

/** The rows of a list, and how many there are in all, also beyond its `limit`. */
interface Page<Row> {
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
export function api<const M extends Method, const P extends Path<M>>(
  method: M,
  path: P,
  ...[given]: object extends Given<M, P> ? [given?: Given<M, P>] : [given: Given<M, P>]
): Promise<Answer<M, P>> {
  return call(method, path, given ?? {})
}

async function call<T>(method: Method, path: string, given: Loose): Promise<T> {
  const { params, query, body, signal, onProgress } = given
  const response = await send(method, addressOf(path, params, query), body, signal, onProgress)
  return (await read(response)) as T
}

/** The addresses that answer a list by a question alone. */
export type ListPath = {
  [P in Path<'GET'>]: RuleOf<'GET', P> extends { list: z.ZodType; params?: never } ? P : never
}[Path<'GET'>]

/** A row of such a list. */
export type RowOf<P extends ListPath> = Answer<'GET', P> extends Page<infer Row> ? Row : never

/** The addresses that answer a file by nothing but themselves. */
export type FilePath = {
  [P in Path<'GET'>]: RuleOf<'GET', P> extends { media: string[]; params?: never } ? P : never
}[Path<'GET'>]

/** What a list can be asked, by name; what it is given comes out of an address or a field. */
export type Question<P extends ListPath> = {
  [Name in keyof NonNullable<Given<'GET', P>['query']>]?: string | number | null
}

/** A list whose address its caller is told: one kit for all of them. */
export const apiList = <P extends ListPath>(
  path: P,
  query: Question<P>,
  signal?: AbortSignal,
): Promise<Page<RowOf<P>>> => call('GET', path, { query, signal })

/** A call's parts for what looks at them whatever their types. */
interface Loose {
  params?: object
  query?: object
  body?: unknown
  signal?: AbortSignal
  onProgress?: OnProgress
}

/** The address below /api: the folder's names in brackets filled in, what is empty left out. */
export function addressOf(path: string, params: object = {}, query: object = {}): string {
  const parts = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(`${parts.get(name)}`))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
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

async function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Response> {
  const call = () => reach(method, path, body, signal, onProgress)
  let response = await call()
  if (response.status === 401 && (await refresh())) response = await call()
  if (response.ok) return response
  const { detail, code, fields } = await response.json().catch(() => ({}))
  if (response.status === 401) signOut()
  throw new ApiError(
    response.status,
    detail ?? 'Dogodila se nepoznata greška, javite se administratoru',
    code ?? 'unexpected',
    fields,
  )
}

async function reach(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  try {
    if (onProgress && body instanceof FormData)
      return await sendForm(method, `/api${path}`, body, onProgress)
    return await fetch(`/api${path}`, {
      method,
      signal,
      headers: isJson ? { 'content-type': 'application/json' } : undefined,
      body: isJson ? JSON.stringify(body) : body,
    })
  } catch {
    throw new ApiError(
      0,
      'Nema veze s poslužiteljem. Provjerite mrežu i pokušajte ponovno.',
      'offline',
    )
  }
}

/** A 401 is answered by one refresh of the sign-in and one retry (spec section 4). */
async function refresh(): Promise<boolean> {
  const answer = await fetch('/api/auth/session').catch(() => null)
  const session = answer?.ok ? await answer.json() : {}
  return Boolean(session?.expires)
}

/** An expired sign-in goes through the logout, and comes back here after the next login. */
function signOut() {
  const here = location.pathname + location.search
  if (here.startsWith('/admin') && !/^\/admin\/log(in|out)/.test(here))
    location.assign(`/admin/logout?next=${encodeURIComponent(here)}`)
}
