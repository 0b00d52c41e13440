import { CALLS } from '@/app/api/routes'
import { notFound } from '@/lib/http/errors'
import { failure } from '@/lib/http/failure'

type Params = Record<string, string>
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
type Context = { params: Promise<{ path: string[] }> }
type Calls = Partial<Record<Method, Handler>>

const EXACT = new Map<string, Calls>(Object.entries(CALLS))

/** Addresses with parts that are given; where two fit, the one with more words of its own. */
const PATTERNS = [...EXACT]
  .filter(([address]) => address.includes('['))
  .map(([address, calls]) => ({ parts: address.split('/'), calls }))
  .sort((a, b) => given(a.parts).length - given(b.parts).length)

function given(parts: string[]) {
  return parts.filter((part) => part.startsWith('['))
}

/** What is called there, and the parts of the address that are given. */
async function calledAt({ params }: Context): Promise<{ calls?: Calls; params: Params }> {
  const { path } = await params
  const exact = EXACT.get(path.join('/'))
  if (exact) return { calls: exact, params: {} }
  const found = PATTERNS.find(
    ({ parts }) =>
      parts.length === path.length &&
      parts.every((part, i) => part === path[i] || part.startsWith('[')),
  )
  const named = found?.parts.flatMap((part, i) =>
    part.startsWith('[') ? [[part.slice(1, -1), path[i] as string]] : [],
  )
  return { calls: found?.calls, params: Object.fromEntries(named ?? []) }
}

/**
 * Whatever no folder serves: the calls, and the addresses at which there is nothing, told as
 * everything there is. A method that there is not, the door puts in words.
 */
const serve = (method: Method) => async (request: Request, context: Context) => {
  const { calls, params } = await calledAt(context)
  if (!calls)
    return failure(request, notFound('Na ovoj adresi nema ničega. Popis poziva: /api/openapi.json'))
  const handler = calls[method]
  if (!handler) return new Response(null, { status: 405 })
  return handler(request, { params: Promise.resolve(params) })
}

export const GET = serve('GET')
export const POST = serve('POST')
export const PUT = serve('PUT')
export const DELETE = serve('DELETE')
export const PATCH = serve('PATCH')

/** Which methods there are, for the answer to one that there is not. */
export async function OPTIONS(_request: Request, context: Context) {
  const { calls = { GET, POST, PUT, DELETE, PATCH } } = await calledAt(context)
  const allow = [...Object.keys(calls), 'OPTIONS', ...('GET' in calls ? ['HEAD'] : [])]
  return new Response(null, { status: 204, headers: { allow: allow.sort().join(', ') } })
}
