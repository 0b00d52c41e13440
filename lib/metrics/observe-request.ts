import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { databaseFailure } from '@/db/errors'
import { logError, safeErrorMessage } from '@/lib/log/log'
import { currentRequest, type RequestContext, runInRequestContext } from '@/lib/log/request-context'
import { countRequest, recordFailure } from './recent-failures'
import { getMeters } from './registry'
import { builtPages, routeOf } from './route-patterns'

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/

/** Twelve hexadecimal digits: 48 random bits, short enough to be read out. */
const newId = () => randomUUID().slice(24)

/** The request's own name, where a proxy of ours gave it one; a visitor's word is not taken. */
export function requestId(given: string | string[] | undefined, proxies: number): string {
  return proxies > 0 && typeof given === 'string' && WELL_FORMED.test(given) ? given : newId()
}

/** What stands in the metrics in place of a status: there are no more than these. */
const classOf = ({ statusCode, writableFinished }: ServerResponse) =>
  writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted'

const isStream = (response: ServerResponse) =>
  `${response.getHeader('content-type')}`.startsWith('text/event-stream')

/** These say 503 on purpose, and are asked by machines all day. */
const OF_BALANCERS = /^\/(api\/health(\/live)?|metrics)\/?$/

/**
 * Names a request, has it answered under that name, and counts it when its answer is out: by
 * the pattern of its address, so that invented addresses make no series of their own.
 */
export function watch(
  request: IncomingMessage,
  response: ServerResponse,
  proxies: number,
  serve: () => void,
): void {
  const began = performance.now()
  const { method = '', url = '' } = request
  const path = url.slice(0, url.search(/[?#]|$/))
  const watched: RequestContext = { id: requestId(request.headers['x-request-id'], proxies) }
  request.headers['x-request-id'] = watched.id
  response.setHeader('X-Request-Id', watched.id)
  response.once('close', () => {
    watched.isOver = true
    const status = classOf(response)
    const route = watched.route ?? routeOf(path)
    const seconds = (performance.now() - began) / 1000
    // How long somebody listens says nothing of how quickly they were answered.
    if (!isStream(response))
      getMeters().requests.observe({ route, method: methodOf(method), status }, seconds)
    countRequest()
    if (status === '5xx' && !OF_BALANCERS.test(path))
      recordFailure({ id: watched.id, route, status: response.statusCode })
  })
  runInRequestContext(watched, serve)
}

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'])
const methodOf = (method: string) => (METHODS.has(method) ? method : 'other')

/**
 * A page whose making failed, mostly behind a status of 200: its visitor is shown the digest,
 * and both names stand in one line of the log.
 */
export function recordPageError(error: unknown, routePath: string): void {
  const { digest = 'none' } = error as { digest?: string }
  const request = currentRequest()
  if (request?.reportedErrorDigest === digest) return
  if (request) request.reportedErrorDigest = digest
  const failure = databaseFailure(error)
  if (request && (failure === 'busy' || failure === 'away')) request.lacksDatabase = true
  const route = routePath.replaceAll(/\/\([^)]*\)/g, '') || '/'
  getMeters().pageErrors.inc({ route })
  recordFailure({ id: digest, route, status: null })
  logError(`${route}: the page could not be made, digest ${digest}: ${safeErrorMessage(error)}`)
}

/**
 * Has the process itself measured as well, where somebody is going to ask: that costs timers. Pages
 * begin at no failures, or the first of each would be no increase.
 */
export function measureProcess(): void {
  const { registry, pageErrors } = getMeters()
  collectDefaultMetrics({ register: registry })
  for (const route of builtPages()) pageErrors.inc({ route }, 0)
}
