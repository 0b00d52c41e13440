import type { IncomingMessage, ServerResponse } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { processSingleton } from '@/db/process-singleton.mjs'
import { isSecretUrl, SECRET_HEADERS } from '@/lib/http/secret-paths'
import { setRoutePattern } from '@/lib/log/request-context'

/** What answers a call; null where the framework is to, or nobody. */
export type FindHandler = (method: string, path: string) => FoundCall | null

interface FoundCall {
  /** Its address below /api, as the table of calls has it. */
  address: string
  answer: (request: Request) => Promise<Response>
}

/** The catch-all route fills it in, and the door reads it. */
const table = processSingleton('endpoints', (): { find?: FindHandler } => ({}))

/** The table of calls tells the door of itself, once the framework has loaded it. */
export function registerEndpoints(find: FindHandler): void {
  table.find = find
}

/** A request that reads only what is asked for, and its body without a web stream between. */
class CallRequest extends NodeRequest {
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
 * Answers a call before the framework sees it, and says whether it did. A call needs nothing of
 * what the framework does for pages, and that was half of its cost (docs/bench.md).
 */
export function tryServeApi(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request
  if (!url.startsWith('/api/')) return false
  const call = table.find?.(method, url)
  if (!call) return false
  setRoutePattern(`/api/${call.address}`)
  if (isSecretUrl(url)) for (const { key, value } of SECRET_HEADERS) response.setHeader(key, value)
  // What cannot be sent has nobody any more who waits for it.
  call
    .answer(new CallRequest(request, response))
    .then((answer) => sendNodeResponse(response, answer))
    .catch(() => response.destroy())
  return true
}
