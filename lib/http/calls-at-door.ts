import type { IncomingMessage, ServerResponse } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import compression from 'compression'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { SECRET_CALLS, SECRET_HEADERS, SECURITY_HEADERS } from './headers'

/** What answers a call; null where the framework is to, or nobody. */
export type FindCall = (
  method: string,
  path: string,
) => ((request: Request) => Promise<Response>) | null

/** On globalThis, since the start hook and the routes are built into separate bundles. */
const kept = globalThis as { brucosijadaCalls?: FindCall }

/** The table of calls tells the door of itself, once the framework has loaded it. */
export function offerCalls(find: FindCall): void {
  kept.brucosijadaCalls = find
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

const compress = compression()

/**
 * Answers a call before the framework sees it, and says whether it did. A call needs nothing of
 * what the framework does for pages, and that was half of its cost (docs/bench.md).
 */
export function answersCall(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request
  if (!url.startsWith('/api/')) return false
  const call = kept.brucosijadaCalls?.(method, url)
  if (!call) return false
  for (const { key, value } of SECURITY_HEADERS) response.setHeader(key, value)
  if (SECRET_CALLS.some((calls) => url.startsWith(calls)))
    for (const { key, value } of SECRET_HEADERS) response.setHeader(key, value)
  compress(request as never, response as never, () => {
    // What cannot be sent has nobody any more who waits for it.
    call(new CallRequest(request, response))
      .then((answer) => sendNodeResponse(response, answer))
      .catch(() => response.destroy())
  })
  return true
}
