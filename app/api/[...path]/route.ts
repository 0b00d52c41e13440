import { errorResponse } from '@/lib/api/error-response'
import { endpoints } from '@/lib/endpoints'
import { notFound } from '@/lib/http/errors'
import { setRoutePattern } from '@/lib/log/request-context'
import { registerEndpoints } from '@/lib/server/calls-at-door'

type Params = Record<string, string>
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
type Context = { params: Promise<{ path: string[] }> }
type Calls = Partial<Record<Method, Handler>>

const EXACT = new Map<string, Calls>(Object.entries(endpoints))

/** Addresses with parts that are given; where two fit, the one with more words of its own. */
const PATTERNS = [...EXACT]
  .filter(([address]) => address.includes('['))
  .map(([address, calls]) => ({ address, parts: address.split('/'), calls }))
  .sort((a, b) => given(a.parts).length - given(b.parts).length)

function given(parts: string[]) {
  return parts.filter((part) => part.startsWith('['))
}

/** What is called there, and the parts of the address that are given. */
function calledAt(path: string[]): { address: string; calls: Calls; params: Params } | null {
  const joined = path.join('/')
  const exact = EXACT.get(joined)
  if (exact) return { address: joined, calls: exact, params: {} }
  const found = PATTERNS.find(
    ({ parts }) =>
      parts.length === path.length &&
      parts.every((part, i) => part === path[i] || (part.startsWith('[') && path[i])),
  )
  if (!found) return null
  const named = found.parts.flatMap((part, i) =>
    part.startsWith('[') ? [[part.slice(1, -1), path[i] as string]] : [],
  )
  return { address: found.address, calls: found.calls, params: Object.fromEntries(named) }
}

const methodsOf = (calls: Calls) =>
  [...Object.keys(calls), 'OPTIONS', ...('GET' in calls ? ['HEAD'] : [])].sort().join(', ')

/** Which methods there are, to whoever asks for one that there is not, and to whoever asks that. */
function tellMethods(method: string, calls: Calls): Response {
  const allow = methodsOf(calls)
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const detail = `Ovdje nema te metode, nego: ${allow}.`
  return Response.json(
    { detail, code: 'wrong_method' },
    { status: 405, headers: { allow, 'cache-control': 'no-store' } },
  )
}

/** What answers this method there. */
function callOf(method: string, { calls, params }: { calls: Calls; params: Params }) {
  const handler = calls[(method === 'HEAD' ? 'GET' : method) as Method]
  return (request: Request) =>
    handler
      ? handler(request, { params: Promise.resolve(params) })
      : Promise.resolve(tellMethods(method, calls))
}

/** The files of the game are asked for their flag, which only the framework keeps. */
const OF_THE_FRAMEWORK = /^\/api\/game\//

// While the product is being written, the framework loads these files anew as they change.
if (process.env.NODE_ENV === 'production')
  registerEndpoints((method, url) => {
    if (OF_THE_FRAMEWORK.test(url)) return null
    const end = url.indexOf('?')
    const path = (end < 0 ? url : url.slice(0, end)).slice('/api/'.length).replace(/\/$/, '')
    const called = calledAt(path.split('/').map(decodeURIComponent))
    return called && { address: called.address, answer: callOf(method, called) }
  })

/**
 * Whatever no folder serves: the calls, where the door has not answered them, and the addresses
 * at which there is nothing, told as everything there is.
 */
async function serve(request: Request, context: Context): Promise<Response> {
  const called = calledAt((await context.params).path)
  if (called) {
    setRoutePattern(`/api/${called.address}`)
    return callOf(request.method, called)(request)
  }
  return errorResponse(
    request,
    notFound('Na ovoj adresi nema ničega. Popis poziva: /api/openapi.json'),
  )
}

export const GET = serve
export const POST = serve
export const PUT = serve
export const DELETE = serve
export const PATCH = serve
export const OPTIONS = serve
