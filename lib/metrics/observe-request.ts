import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { databaseFailure } from '@/db/errors'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { currentRequest, type RequestContext, runInRequestContext } from '@/lib/log/request-context'
import { pathOfUrl } from '@/lib/text/url-path'
import { countRequest, recordFailure } from './recent-failures'
import { getMetrics } from './registry'
import { builtPages, routeOf } from './route-patterns'

const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Returns a random id of twelve hexadecimal digits, short enough to read out. */
const newId = () => randomUUID().slice(24)

/** Returns the request id that our own proxy sent, otherwise a new id. A client cannot choose one. */
export function requestId(header: string | string[] | undefined, proxies: number): string {
  return proxies > 0 && typeof header === 'string' && VALID_REQUEST_ID.test(header)
    ? header
    : newId()
}

/** Returns the class of a status for metrics, such as `2xx`, so that the label has few values. */
const statusClass = ({ statusCode, writableFinished }: ServerResponse) =>
  writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted'

const isStream = (response: ServerResponse) =>
  `${response.getHeader('content-type')}`.startsWith('text/event-stream')

/**
 * Paths polled by load balancers and Prometheus. Their 503 is intended, so it does not count as a
 * failure.
 */
const MONITORING_PATHS = /^\/(api\/health(\/live)?|metrics)\/?$/

/**
 * Assigns a request id, serves the request in its context, and measures it when the response ends. The
 * label is the route pattern, so that invented paths create no series in the metrics.
 */
export function instrumentRequest(
  request: IncomingMessage,
  response: ServerResponse,
  proxies: number,
  serve: () => void,
): void {
  const startedAt = performance.now()
  const { method = '', url = '' } = request
  const path = pathOfUrl(url)
  const context: RequestContext = {
    id: requestId(request.headers['x-request-id'], proxies),
    response,
  }
  request.headers['x-request-id'] = context.id
  response.setHeader('X-Request-Id', context.id)
  response.once('close', () => {
    context.isOver = true
    const status = statusClass(response)
    const route = context.route ?? routeOf(path)
    const seconds = (performance.now() - startedAt) / 1000
    // The duration of an event stream is the time the client listened, not a response time.
    if (!isStream(response))
      getMetrics().requests.observe({ route, method: methodOf(method), status }, seconds)
    countRequest()
    if (status !== '5xx' || MONITORING_PATHS.test(path)) return
    // A page that failed before its first bytes is one failure, which is recorded already.
    if (context.pageFailure) context.pageFailure.status = response.statusCode
    else recordFailure({ id: context.id, route, status: response.statusCode })
  })
  runInRequestContext(context, serve)
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'])
const methodOf = (method: string) => (METHODS.has(method) ? method : 'other')

/**
 * Logs and counts a failed page render, which often happens after status 200 was sent. The page shows
 * the digest to the visitor, and the log line has both digest and request id.
 */
export function recordPageError(error: unknown, routePath: string): void {
  const { digest = 'none' } = error as { digest?: string }
  const request = currentRequest()
  if (request?.reportedErrorDigest === digest) return
  if (request) request.reportedErrorDigest = digest
  const failure = databaseFailure(error)
  if (request && (failure === 'busy' || failure === 'away')) request.lacksDatabase = true
  const route = routePath.replaceAll(/\/\([^)]*\)/g, '') || '/'
  getMetrics().pageErrors.inc({ route })
  const recorded = recordFailure({ id: digest, route, status: null })
  if (request) request.pageFailure = recorded
  logError(`${route}: rendering the page failed, digest ${digest}: ${safeErrorMessage(error)}`)
}

/**
 * Starts the metrics of the process. Call it only if /metrics is served, since they use timers. Counters
 * of page errors start at 0, so that an alert sees the first error as an increase.
 */
export function measureProcess(): void {
  const { registry, pageErrors } = getMetrics()
  collectDefaultMetrics({ register: registry })
  for (const route of builtPages()) pageErrors.inc({ route }, 0)
}
