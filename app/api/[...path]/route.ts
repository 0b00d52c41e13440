import { errorResponse } from '@/lib/api/error-response'
import { endpoints, ROUTES } from '@/lib/endpoints'
import { notFound } from '@/lib/http/errors'
import { setRoutePattern } from '@/lib/log/request-context'
import { registerEndpoints } from '@/lib/server/api'

type Params = Record<string, string>
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
type Context = { params: Promise<{ path: string[] }> }
type Handlers = Partial<Record<Method, Handler>>

interface Match<C> {
  /** Pattern of the path below /api. */
  address: string
  handlers: C
  params: Params
}

/**
 * Creates a function that finds the endpoints of a path. Of two matching patterns, the one with
 * fewer parameters wins.
 */
function createMatcher<C>(table: Record<string, C>): (path: string[]) => Match<C> | null {
  const exact = new Map(Object.entries(table))
  const patterns = [...exact]
    .filter(([address]) => address.includes('['))
    .map(([address, handlers]) => ({ address, parts: address.split('/'), handlers }))
    .sort((a, b) => parametersOf(a.parts).length - parametersOf(b.parts).length)
  return (path) => {
    const joined = path.join('/')
    const handlers = exact.get(joined)
    if (handlers) return { address: joined, handlers, params: {} }
    const found = patterns.find(
      ({ parts }) =>
        parts.length === path.length &&
        parts.every((part, i) => part === path[i] || (part.startsWith('[') && path[i])),
    )
    if (!found) return null
    const named = found.parts.flatMap((part, i) =>
      part.startsWith('[') ? [[part.slice(1, -1), path[i] as string]] : [],
    )
    return { address: found.address, handlers: found.handlers, params: Object.fromEntries(named) }
  }
}

const parametersOf = (parts: string[]) => parts.filter((part) => part.startsWith('['))

const matchEndpoint = createMatcher<Handlers>(endpoints)

/**
 * Endpoints with a folder of their own, which Next.js serves. They are listed here because Next.js
 * would respond with a 405 without a body.
 */
const matchFolderEndpoint = createMatcher<object>({ ...ROUTES, 'openapi.json': { GET: true } })

/** The paths of next-auth. */
const NEXT_AUTH = { address: 'auth/[...nextauth]', handlers: { GET: true, POST: true } }

/** Returns the 405 of an endpoint that Next.js serves, or null if it has the method. */
function methodErrorInFolder(method: string, path: string[]) {
  const found = matchFolderEndpoint(path) ?? (path[0] === 'auth' && path[1] ? NEXT_AUTH : null)
  if (!found || methodsOf(found.handlers).includes(method)) return null
  return { address: found.address, answer: async () => methodsResponse(method, found.handlers) }
}

const methodsOf = (handlers: object) =>
  [...Object.keys(handlers), 'OPTIONS', ...('GET' in handlers ? ['HEAD'] : [])].sort()

/**
 * Responds with the methods of an endpoint: 204 to OPTIONS, 405 to a method that the endpoint does
 * not have.
 */
function methodsResponse(method: string, handlers: object): Response {
  const allow = methodsOf(handlers).join(', ')
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const detail = `Ovdje nema te metode, nego: ${allow}.`
  return Response.json(
    { detail, code: 'wrong_method' },
    { status: 405, headers: { allow, 'cache-control': 'no-store' } },
  )
}

/**
 * Returns a function that runs the handler of a method. HEAD uses the handler of GET. A method
 * without a handler gets 405.
 */
function handlerFor(method: string, { handlers, params }: { handlers: Handlers; params: Params }) {
  const handler = handlers[(method === 'HEAD' ? 'GET' : method) as Method]
  return (request: Request) =>
    handler
      ? handler(request, { params: Promise.resolve(params) })
      : Promise.resolve(methodsResponse(method, handlers))
}

/**
 * Paths that only Next.js can serve: the handler of the game files reads the visibility flag from
 * the cache of Next.js.
 */
const NEXT_ONLY_PATHS = /^\/api\/game\//

// In development Next.js serves all endpoints, since it reloads them as they change.
if (process.env.NODE_ENV === 'production')
  registerEndpoints((method, url) => {
    if (NEXT_ONLY_PATHS.test(url)) return null
    const end = url.indexOf('?')
    const path = (end < 0 ? url : url.slice(0, end)).slice('/api/'.length).replace(/\/$/, '')
    const parts = path.split('/').map(decodeURIComponent)
    const match = matchEndpoint(parts)
    if (!match) return methodErrorInFolder(method, parts)
    return { address: match.address, answer: handlerFor(method, match) }
  })

/**
 * Serves the endpoints that server.ts does not serve itself, and responds with 404 to all other
 * paths.
 */
async function serve(request: Request, context: Context): Promise<Response> {
  const match = matchEndpoint((await context.params).path)
  if (match) {
    setRoutePattern(`/api/${match.address}`)
    return handlerFor(request.method, match)(request)
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
