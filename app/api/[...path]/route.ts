import { NOUN_CALLS } from '@/app/api/nouns'
import { notFound } from '@/lib/http/errors'
import { failure } from '@/lib/http/failure'

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
type Context = { params: Promise<{ path: string[] }> }

const NOUNS = new Map<string, Partial<Record<Method, Handler>>>(Object.entries(NOUN_CALLS))

/** What is called there: all of a noun, what it does with them, or one by its id. */
async function calledAt({ params }: Context) {
  const { path } = await params
  const exact = NOUNS.get(path.join('/'))
  if (exact) return { calls: exact, id: '' }
  const [noun, id = ''] = path
  return { calls: path.length === 2 ? NOUNS.get(`${noun}/[id]`) : undefined, id }
}

/**
 * Whatever no folder serves: the calls of the nouns, and the addresses at which there is
 * nothing, told as everything there is. A method that there is not, the door puts in words.
 */
const serve = (method: Method) => async (request: Request, context: Context) => {
  const { calls, id } = await calledAt(context)
  if (!calls)
    return failure(request, notFound('Na ovoj adresi nema ničega. Popis poziva: /api/openapi.json'))
  const handler = calls[method]
  if (!handler) return new Response(null, { status: 405 })
  return handler(request, { params: Promise.resolve({ id }) })
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
