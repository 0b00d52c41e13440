import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientIp } from '@/lib/http/client-address'
import { sentencePage } from '@/lib/http/sentence-page'
import { pathOfUrl } from '@/lib/text/url-path'

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']
/** Methods for pages, which are only read. Writes go through /api. */
const PAGE_METHODS = ['GET', 'HEAD', 'OPTIONS']

const isApi = (url: string) => /^\/api(\/|$)/.test(url)

/** Reduces a URL with a host, as clients send it to a proxy, to its path and query. */
export function useOriginForm(request: IncomingMessage): void {
  const absolute = /^https?:\/\/[^/?#]*([^#]*)/i.exec(request.url ?? '')
  if (absolute) request.url = absolute[1]?.startsWith('/') ? absolute[1] : `/${absolute[1]}`
}

/**
 * Responds to a URL without a path, or with a path that is not valid UTF-8, for which Next.js would
 * return 500. Returns whether it responded.
 */
export function refuseBrokenUrl(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', method } = request
  if (url.startsWith('/') && isDecodable(pathOfUrl(url))) return false
  if (url === '*' && method === 'OPTIONS')
    response.writeHead(204, { allow: METHODS.join(', ') }).end()
  else if (isApi(url) || !url.startsWith('/'))
    refuse(response, 400, { detail: 'Neispravan unos', code: 'invalid' })
  else {
    response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' })
    response.end(sentencePage('Neispravna adresa', 'Ova adresa nije ispravna. Provjeri poveznicu.'))
  }
  return true
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Responds with 405 to a method that neither the API nor pages support, such as POST to a page.
 * Returns whether it responded.
 */
export function refuseMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', url = '' } = request
  const allowed = isApi(url) ? METHODS : PAGE_METHODS
  if (allowed.includes(method)) return false
  const allow = allowed.join(', ')
  response.setHeader('allow', allow)
  refuse(response, 405, { detail: `Ovdje nema te metode, nego: ${allow}.`, code: 'wrong_method' })
  return true
}

function refuse(response: ServerResponse, status: number, body: object): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', 'application/json')
  response.statusCode = status
  response.end(JSON.stringify(body))
}

/**
 * Sets `x-forwarded-for` to the trusted IP address, because handlers cannot see the socket and
 * Next.js keeps a forged header. Decodes letters of the path.
 */
export function normalizeRequest(request: IncomingMessage, proxies: number): void {
  const forwarded = request.headers['x-forwarded-for']
  request.headers['x-forwarded-for'] = clientIp(
    request.socket.remoteAddress ?? 'unknown',
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    proxies,
  )
  if (request.url?.includes('%')) request.url = plainPath(request.url)
}

/**
 * Decodes letters and digits of the path, so that rules by path, such as the headers of tickets,
 * apply to every spelling of it (`/%6Barta/…` is `/karta/…`).
 */
export function plainPath(url: string): string {
  const path = pathOfUrl(url)
  const plain = path.replaceAll(/%(?:3\d|[46][1-9a-f]|[57][\da]|2d|5f|7e)/gi, (escaped) => {
    const character = decodeURIComponent(escaped)
    return /[\w~-]/.test(character) ? character : escaped
  })
  return plain + url.slice(path.length)
}
