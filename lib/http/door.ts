import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { visitorAddress } from './address'

/**
 * Puts right what every request brings before Next.js sees it. `x-forwarded-for` becomes the
 * one address that may be believed: a route handler has no other way to a socket, and Next.js
 * lets a header that a visitor sent stand. And the path becomes one that can be read.
 */
export function keepTheDoor(proxies: number): void {
  subscribe('http.server.request.start', (message) => {
    const { request, socket } = message as { request: IncomingMessage; socket: Socket }
    const forwarded = request.headers['x-forwarded-for']
    request.headers['x-forwarded-for'] = visitorAddress(
      socket.remoteAddress ?? 'unknown',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      proxies,
    )
    if (request.url?.includes('%')) request.url = readablePath(request.url)
  })
}

/**
 * A path whose escapes are no UTF-8 makes Next.js answer 500. As in a browser, what cannot
 * be read becomes the sign for that, so that the address is merely one that is not there.
 */
export function readablePath(url: string): string {
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
