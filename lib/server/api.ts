import type { IncomingMessage, ServerResponse } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { processSingleton } from '@/db/process-singleton.mjs'
import { isSecretUrl, SECRET_HEADERS } from '@/lib/http/secret-paths'
import { setRoutePattern } from '@/lib/log/request-context'

/**
 * Finds the handler for a method and URL. Returns null if Next.js serves the URL, or if it is
 * unknown.
 */
export type FindHandler = (method: string, url: string) => FoundHandler | null

interface FoundHandler {
  /** Pattern of the path below /api, such as `guests/[id]`. */
  address: string
  answer: (request: Request) => Promise<Response>
}

/**
 * The endpoint table, shared within the process: a route of Next.js creates it, in another bundle
 * than the server.
 */
const table = processSingleton('endpoints', (): { find?: FindHandler } => ({}))

/** Makes the endpoint table available to the server. */
export function registerEndpoints(find: FindHandler): void {
  table.find = find
}

/** A Request that reads the body directly from Node.js, without a web stream. */
class ApiRequest extends NodeRequest {
  constructor(
    private readonly incoming: IncomingMessage,
    response: ServerResponse,
  ) {
    super({ req: incoming, res: response })
  }

  override arrayBuffer() {
    return arrayBuffer(this.incoming)
  }
}

/**
 * Serves an API request before Next.js, which halves its cost
 * (docs/decisions/api-before-nextjs.md). Returns false if the table does not have the endpoint or
 * is not registered yet.
 */
export function tryServeApi(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request
  if (!url.startsWith('/api/')) return false
  const found = table.find?.(method, url)
  if (!found) return false
  setRoutePattern(`/api/${found.address}`)
  if (isSecretUrl(url)) for (const { key, value } of SECRET_HEADERS) response.setHeader(key, value)
  found
    .answer(new ApiRequest(request, response))
    .then((answer) => sendNodeResponse(response, answer))
    .catch(() => response.destroy())
  return true
}
