import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { processSingleton } from '@/db/process-singleton.mjs'

/** State of a request while this process handles it. */
export interface RequestContext {
  /** Request id: appears in the log, in the response header and in error messages. */
  id: string
  /** Response to the request. The page cache waits for its end. */
  response?: ServerResponse
  /**
   * Version of each cache tag that the current render uses. The page cache empties it when a render
   * starts.
   */
  tagVersions?: Map<string, number>
  /** Pattern of the path, after routing has found it. */
  route?: string
  /** The response is finished or aborted. Work that still runs no longer logs the request id. */
  isOver?: true
  /** Digest of the page error already reported, because Next.js reports some errors twice. */
  reportedErrorDigest?: string
  /** Recorded failure of this page. It gets the status when the response has ended. */
  pageFailure?: { status: number | null }
  /** The page failed because the database was unreachable or busy. */
  lacksDatabase?: true
}

/** Contexts of requests, shared with lib/cache/page-cache.mjs. */
const requests = processSingleton('requests', () => new AsyncLocalStorage<RequestContext>())

/** Returns the current request, or undefined in background work. */
export function currentRequest(): RequestContext | undefined {
  const request = requests.getStore()
  return request?.isOver ? undefined : request
}

/**
 * Returns the tag versions of the page that is being rendered, also after the response was sent.
 */
export const renderedTagVersions = (): Map<string, number> | undefined =>
  requests.getStore()?.tagVersions

/** Runs a function, and all asynchronous work that it starts, in the context of a request. */
export const runInRequestContext = (request: RequestContext, work: () => void): void =>
  requests.run(request, work)

/** Sets the route pattern of the current request, which the metrics use as a label. */
export function setRoutePattern(route: string): void {
  const request = currentRequest()
  if (request) request.route = route
}
