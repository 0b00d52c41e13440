import { subscribe } from 'node:diagnostics_channel'
import {
  request as ask,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import compression from 'compression'
import type { Settings } from '@/lib/config/settings'
import { clientIp } from '@/lib/http/client-address'
import { instrumentRequest } from '@/lib/metrics/observe-request'
import { tryServeMetrics } from '@/lib/metrics/prometheus'
import { tryServeApi } from './calls-at-door'
import { DEVELOPMENT_CSP, NON_PAGE_CSP, pagePolicies } from './csp'
import { securityHeaders } from './headers'
import { postProcessHtml } from './pages-at-door'
import { tryServeStaticFile } from './static-files'

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'])

const isDevelopment = process.env.NODE_ENV !== 'production'
/** Needs no more of a request than Node.js gives; its types ask for Express. */
const compress = compression() as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/**
 * Names and counts every request, puts right what it brings, says what holds for every answer, and
 * answers calls (calls-at-door.ts); the rest is Next.js's, whose pages get their policies here.
 * `next start` makes the server, so the door is hung into it at the first request.
 */
export function installRequestPipeline(settings: Settings): void {
  const kept = new WeakSet<Server>()
  const headers = securityHeaders(settings)
  const policies = pagePolicies(settings)
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    if (kept.has(server)) return
    kept.add(server)
    const framework = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      takePath(request)
      instrumentRequest(request, response, settings.TRUST_PROXY, () => {
        if (refuses(request, response)) return
        normalizeRequest(request, settings.TRUST_PROXY)
        for (const [name, value] of headers) response.setHeader(name, value)
        response.setHeader(
          'Content-Security-Policy',
          isDevelopment ? DEVELOPMENT_CSP : NON_PAGE_CSP,
        )
        if (!isDevelopment && tryServeStaticFile(request, response)) return
        compress(request, response, () => {})
        if (tryServeMetrics(request, response) || tryServeApi(request, response)) return
        if (isNoLook(request)) return refuse(response, 405, PAGE_METHODS)
        if (!isDevelopment) postProcessHtml(request, response, policies)
        preferGzip(request)
        if (request.url?.startsWith('/api/')) completeMethodNotAllowed(request, response)
        for (const listener of framework) listener(request, response)
      })
    })
  })
}

/**
 * `x-forwarded-for` becomes the one address that may be believed: a handler has no other way to a
 * socket, and Next.js lets a header that a visitor sent stand. And the path becomes one that can
 * be read.
 */
function normalizeRequest(request: IncomingMessage, proxies: number): void {
  const forwarded = request.headers['x-forwarded-for']
  request.headers['x-forwarded-for'] = clientIp(
    request.socket.remoteAddress ?? 'unknown',
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    proxies,
  )
  if (request.url?.includes('%')) request.url = plainPath(sanitizePath(request.url))
  // Next.js answers 500 to TRACE and an empty 400 to others: one that it knows and nobody takes.
  if (!METHODS.has(request.method ?? '')) request.method = 'PATCH'
}

/** Methods of pages: they are looked at, and all that is sent goes to a call. */
const PAGE_METHODS = 'GET, HEAD, OPTIONS'

/** Whether a request sends something to a page; Next.js would read it as a form of its own. */
const isNoLook = ({ url = '', method = '' }: IncomingMessage): boolean =>
  !/^\/api(\/|$)/.test(url) && !PAGE_METHODS.includes(method)

/** The path of an address that was sent whole, as to a proxy. */
function takePath(request: IncomingMessage): void {
  const whole = /^https?:\/\/[^/?#]*([^#]*)/i.exec(request.url ?? '')
  if (whole) request.url = whole[1]?.startsWith('/') ? whole[1] : `/${whole[1]}`
}

/** Answers what names no path: `OPTIONS *` asks of the server as a whole. */
function refuses({ url = '', method }: IncomingMessage, response: ServerResponse): boolean {
  if (url.startsWith('/')) return false
  if (url === '*' && method === 'OPTIONS')
    response.writeHead(204, { allow: [...METHODS].join(', ') }).end()
  else refuse(response, 400)
  return true
}

function refuse(response: ServerResponse, status: 400 | 405, allow?: string): void {
  const said =
    status === 405
      ? { detail: `Ovdje nema te metode, nego: ${allow}.`, code: 'wrong_method' }
      : { detail: 'Neispravan unos', code: 'invalid' }
  if (allow) response.setHeader('allow', allow)
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', 'application/json')
  response.statusCode = status
  response.end(JSON.stringify(said))
}

/** What is packed anew each time it goes out: Brotli takes longer for it. */
function preferGzip({ headers }: IncomingMessage): void {
  const takes = headers['accept-encoding']
  if (typeof takes === 'string')
    headers['accept-encoding'] = takes.replace(/(^|,)\s*br\s*(;[^,]*)?(?=,|$)/i, '')
}

/**
 * A path whose escapes are no UTF-8 makes Next.js answer 500. As in a browser, what cannot
 * be read becomes the sign for that, so that the address is merely one that is not there.
 */
export function sanitizePath(url: string): string {
  const end = url.search(/[?#]|$/)
  const path = url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    const read = path
      .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
        encodeURIComponent(Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()),
      )
    return read + url.slice(end)
  }
}

/**
 * The same path with letters and digits in place of their escapes: rules that go by an address, such
 * as the headers of tickets, then hold for each spelling of it (`/%6Barta/…` is `/karta/…`).
 */
export function plainPath(url: string): string {
  const end = url.search(/[?#]|$/)
  const path = url
    .slice(0, end)
    .replaceAll(/%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi, (escaped) => {
      const mark = decodeURIComponent(escaped)
      return /[\w~-]/.test(mark) ? mark : escaped
    })
  return path + url.slice(end)
}

/**
 * Next.js leaves a 405 without a body and without the methods that there are. Which those
 * are it tells by OPTIONS alone, so that is asked before such an answer goes out. Whoever puts
 * an `end` of their own in place, as compression does, is called behind this one.
 */
function completeMethodNotAllowed(request: IncomingMessage, response: ServerResponse): void {
  const own = response.end.bind(response) as End
  let inner = own
  let isEnding = false
  const end: End = (...sent) => {
    if (isEnding) return own(...sent)
    isEnding = true
    if (response.statusCode !== 405 || response.headersSent) return inner.apply(response, sent)
    void allowedAt(request).then((allow) => {
      response.setHeader('allow', allow)
      response.setHeader('cache-control', 'no-store')
      response.setHeader('content-type', 'application/json')
      const detail = `Ovdje nema te metode, nego: ${allow}.`
      inner.call(response, JSON.stringify({ detail, code: 'wrong_method' }))
    })
    return response
  }
  Object.defineProperty(response, 'end', {
    configurable: true,
    get: () => end,
    set: (other: End) => {
      inner = other
    },
  })
}

type End = (...sent: unknown[]) => ServerResponse

function allowedAt({ url, socket, headers }: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const question = ask({
      host: socket.localAddress,
      port: socket.localPort,
      path: url,
      method: 'OPTIONS',
      headers: { host: headers.host },
      timeout: 5_000,
    })
    const giveUp = () => resolve('GET, HEAD, OPTIONS')
    question.on('response', (answer) => {
      answer.resume()
      resolve(answer.headers.allow ?? 'OPTIONS')
    })
    question.on('error', giveUp)
    question.on('timeout', () => question.destroy(new Error('no answer')))
    question.end()
  })
}
