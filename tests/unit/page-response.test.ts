import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compress } from '@/lib/server/compress-response'
import { NON_PAGE_CSP, pagePolicies } from '@/lib/server/csp'
import { PageResponse } from '@/lib/server/page-response'
import { serveDuringTests } from '../support/serve-during-tests'

const policies = pagePolicies({
  MAP_STYLE_URL: undefined,
  MAP_HOSTS: [],
  TICKET_WIDGET_HOSTS: [],
  GAME_URL: '/game/',
})
const SCRIPT = 'start()'
const hash = `'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`
const HTML = `<!DOCTYPE html><html lang="hr"><script>${SCRIPT}</script>${'<p>x</p>'.repeat(500)}</html>`

/**
 * Responds as Next.js does: in chunks, with the headers sent after the first chunk, and with 304 if
 * the ETag matches.
 */
function serveLikeNext(request: IncomingMessage, response: PageResponse) {
  if (request.url === '/stream') {
    response.setHeader('content-type', 'text/event-stream')
    response.flushHeaders()
    response.write('data: 1\n\n')
    return
  }
  if (request.url !== '/per-request') response.setHeader('etag', '"page"')
  if (request.headers['if-none-match'] === '"page"') {
    response.statusCode = 304
    response.end()
    return
  }
  response.setHeader('content-type', request.url === '/text' ? 'text/plain' : 'text/html')
  response.write(HTML.slice(0, 70))
  response.flushHeaders()
  response.write(Buffer.from(HTML.slice(70, 200)))
  setImmediate(() => response.end(HTML.slice(200)))
}

const server = createServer({ ServerResponse: PageResponse }, (request, response) => {
  response.setHeader('Content-Security-Policy', NON_PAGE_CSP)
  compress(request, response)
  response.prepareForPage(request, policies)
  serveLikeNext(request, response)
})

serveDuringTests(server)

async function request(path: string, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const [response] = (await once(
    get({ host: '127.0.0.1', port, path, headers, method, agent: false }),
    'response',
  )) as [IncomingMessage]
  return response
}

describe('a page', () => {
  it.each(['/cached', '/per-request'])('at %s has its script hashes in the CSP', async (path) => {
    for (const [encoding, decode] of [
      ['identity', (body: Buffer) => body],
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const response = await request(path, { 'accept-encoding': encoding })
      const body = await buffer(response)
      expect(response.headers['content-security-policy']).toContain(`script-src 'self' ${hash};`)
      expect(response.headers.vary).toBe('Accept-Encoding')
      expect(response.headers['content-length']).toBe(String(body.length))
      expect(decode(body).toString()).toBe(HTML)
    }
  })

  it('has an ETag of content and CSP, and only a request with this ETag gets 304', async () => {
    const { headers } = await request('/cached')
    expect(headers.etag).toBe(`"page-${policies.id}"`)
    const same = await request('/cached', { 'if-none-match': headers.etag })
    expect([same.statusCode, same.headers.etag]).toEqual([304, headers.etag])
    expect(same.headers['content-security-policy']).toBeUndefined()
    const other = await request('/cached', { 'if-none-match': '"page-AAAAAA"' })
    expect(other.statusCode).toBe(200)
  })

  it('has the same headers for HEAD as for GET, without a body', async () => {
    const page = await request('/cached')
    const head = await request('/cached', {}, 'HEAD')
    for (const name of ['etag', 'content-length', 'content-security-policy'])
      expect(head.headers[name], name).toBe(page.headers[name])
    expect(await buffer(head)).toHaveLength(0)
  })
})

describe('a response that is not a page', () => {
  it('keeps the CSP of files, and is compressed', async () => {
    const response = await request('/text', { 'accept-encoding': 'gzip' })
    expect(response.headers['content-security-policy']).toBe(NON_PAGE_CSP)
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(await buffer(response)).toString()).toBe(HTML)
  })

  it('is sent at once if it is an event stream', async () => {
    const response = await request('/stream')
    const [chunk] = await once(response, 'data')
    expect(String(chunk)).toBe('data: 1\n\n')
    response.destroy()
  })
})
