import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HSTS, installedProxies, type RunningProxy, startProxy } from '../support/proxy'
import { json, type ProxyResponse } from '../support/visitor'

/**
 * Starts a fake instance. It returns its name and the request headers, counts requests, and fails
 * on some paths.
 */
async function startFakeInstance(name: string) {
  const requests: string[] = []
  const state = { leaving: false }
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    requests.push(`${method} ${url}`)
    request.resume()
    if (url === '/api/health/live') return response.writeHead(state.leaving ? 503 : 204).end()
    if (/^\/(api\/)?breaks$/.test(url)) return request.socket.destroy()
    const status =
      url === '/api/away' ? 503 : url === '/_next/static/of-two.js' && name === 'one' ? 404 : 200
    const extraHeaders = {
      'strict-transport-security': 'max-age=1',
      'x-request-id': String(headers['x-request-id']),
      // The content of a built script never changes under its URL, so it is cacheable for a year.
      ...(url === '/_next/static/kept.js' && {
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      }),
    }
    request.once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...extraHeaders })
      response.end(JSON.stringify({ name, headers }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const count = (requestLine: string) => requests.filter((entry) => entry === requestLine).length
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, count, state, stop }
}

describe.each(installedProxies)('%s in front of two fake instances', (name) => {
  let first: Awaited<ReturnType<typeof startFakeInstance>>
  let second: Awaited<ReturnType<typeof startFakeInstance>>
  let proxy: RunningProxy

  beforeAll(async () => {
    ;[first, second] = await Promise.all([startFakeInstance('one'), startFakeInstance('two')])
    proxy = await startProxy(name, [first.port, second.port])
  })
  afterAll(async () => {
    await proxy?.stop()
    first?.stop()
    second?.stop()
  })

  const listRespondingInstances = async (times: number) => {
    const visitor = proxy.visitor()
    const names = new Set<string>()
    for (let i = 0; i < times; i++) names.add(json(await visitor.request('/')).name)
    return [...names].sort()
  }
  const waitForBoth = () =>
    expect.poll(() => listRespondingInstances(8), { timeout: 60_000 }).toEqual(['one', 'two'])

  it('spreads requests, sends one HSTS header, and replaces forged forwarding headers', async () => {
    await waitForBoth()
    const response = await proxy.visitor().request('/', {
      headers: {
        'x-forwarded-for': '203.0.113.7, 203.0.113.8',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.10;host=evil.example',
      },
    })
    expect(response.headers['strict-transport-security']).toBe(HSTS)
    const { headers }: { headers: IncomingHttpHeaders } = json(response)
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(headers['x-forwarded-proto']).toBe('https')
    expect(headers['x-forwarded-host']).toBe(new URL(proxy.origin).host)
    expect(JSON.stringify(headers)).not.toMatch(/203\.0\.113|evil/)
  })

  it('redirects http to https, and accepts only its own host name', async () => {
    if (name === 'nginx') {
      const options = {
        port: proxy.plainPort,
        path: '/ulaznice?a=1',
        headers: { host: 'evil.example' },
      }
      const [response] = await once(get({ host: '127.0.0.1', ...options }), 'response')
      response.resume()
      expect(response.statusCode).toBe(308)
      expect(response.headers.location).toBe('https://localhost/ulaznice?a=1')
    }
    const socket = connectTls({
      host: '127.0.0.1',
      port: Number(new URL(proxy.origin).port),
      servername: 'evil.example',
      rejectUnauthorized: false,
    })
    const isHandshakeDone = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    expect(isHandshakeDone).toBe(false)
  })

  it('retries an aborted read on the other instance, and sends no write twice', async () => {
    await waitForBoth()
    const read = await proxy.visitor().request('/breaks')
    expect(read.status).toBe(503)
    expect(read.bytes.toString()).toContain('Stranica se trenutačno ne odaziva.')
    expect(first.count('GET /breaks')).toBeGreaterThan(0)
    expect(second.count('GET /breaks')).toBeGreaterThan(0)
    // The next visitor is still served.
    expect((await proxy.visitor().request('/')).status).toBe(200)
    await waitForBoth()
    const write = await proxy.visitor().request('/breaks', { method: 'POST', body: 'a' })
    expect(write.status).toBe(503)
    expect(first.count('POST /breaks') + second.count('POST /breaks')).toBe(1)
  })

  it.runIf(name === 'nginx')(
    'retries a write with an Idempotency-Key on the other instance',
    async () => {
      await waitForBoth()
      const headers = { 'idempotency-key': 'one-and-only' }
      const options = { method: 'POST', body: 'a', headers }
      const write = await proxy.visitor().request('/api/breaks', options)
      expect(write.status).toBe(503)
      expect([first.count('POST /api/breaks'), second.count('POST /api/breaks')]).toEqual([1, 1])
    },
  )

  it('keeps slugs, codes and searches out of its log, also for failed requests', async () => {
    const uuid = '5f8a1c30-7d1e-11f0-9c3b-0d2f4a6b8c1e'
    const referer = `${proxy.origin}/karta/${uuid}`
    const secrets = [
      `/sponzori/${uuid}`,
      `/karta/${uuid}`,
      `/api/guests/${uuid}/history`,
      `/api/sponsors/public/?slug=${uuid}`,
      '/api/guests/search-brucosi/?jmbag=0036512345',
      '/admin/guests/0036512345',
      `/api/wallet/v1/devices/device-of-somebody/registrations`,
      `/breaks?code=${uuid}`,
      `/api/breaks?jmbag=0036512345`,
    ]
    const visitor = proxy.visitor()
    for (const path of secrets)
      await visitor.request(path, { headers: { referer } }).catch(() => null)
    await visitor.request('/cjenik', { headers: { referer } })
    await expect.poll(() => proxy.logged()).toContain('/cjenik')
    for (const secret of [uuid, '0036512345', 'device-of-somebody'])
      expect(proxy.logged()).not.toContain(secret)
    for (const maskedPath of ['/sponzori/***', '/api/guests/***', '/api/wallet/***'])
      expect(proxy.logged()).toContain(maskedPath)
  })

  it('passes on a 503 of an instance unchanged, and keeps sending requests to the instance', async () => {
    await waitForBoth()
    const names = new Set<string>()
    for (let i = 0; i < 8; i++) {
      const response = await proxy.visitor().request('/api/away')
      expect(response.status).toBe(503)
      names.add(json(response).name)
    }
    expect([...names].sort()).toEqual(['one', 'two'])
    expect(await listRespondingInstances(8)).toEqual(['one', 'two'])
  })

  it('finds a build file that only one instance has', async () => {
    await waitForBoth()
    for (let i = 0; i < 4; i++) {
      const response = await proxy.visitor().request('/_next/static/of-two.js')
      expect(response.status).toBe(200)
      expect(json(response).name).toBe('two')
    }
  })

  it.runIf(name === 'nginx')(
    'caches an immutable build script once per encoding, and no other response',
    async () => {
      const visitor = proxy.visitor()
      const request = async (path: string, encoding: string) => {
        const response = await visitor.request(path, { headers: { 'accept-encoding': encoding } })
        expect(response.status).toBe(200)
        expect(response.headers['strict-transport-security']).toBe(HSTS)
        return response.headers['x-request-id']
      }
      const countBoth = (path: string) => first.count(`GET ${path}`) + second.count(`GET ${path}`)
      const requestIds = new Set<unknown>()
      for (const encoding of ['gzip', 'br', 'gzip', 'br', 'gzip'])
        requestIds.add(await request('/_next/static/kept.js', encoding))
      expect(countBoth('/_next/static/kept.js')).toBe(2)
      expect(requestIds.size).toBe(5)
      for (let i = 0; i < 3; i++) await request('/_next/static/changes.js', 'gzip')
      for (let i = 0; i < 3; i++) await request('/satnica', 'gzip')
      expect([countBoth('/_next/static/changes.js'), countBoth('/satnica')]).toEqual([3, 3])
    },
  )

  it.runIf(name === 'caddy')(
    'sends no request to an instance whose health check reports its shutdown',
    async () => {
      await waitForBoth()
      second.state.leaving = true
      await expect.poll(() => listRespondingInstances(8), { timeout: 60_000 }).toEqual(['one'])
      second.state.leaving = false
      await waitForBoth()
    },
  )

  it('shows the application’s error for a body that is too large, and when no instance responds', async () => {
    const body = new Uint8Array(34 << 20)
    const large = await proxy.visitor().request('/api/lineup/', { method: 'POST', body })
    expect(large.status).toBe(413)
    expect(json(large).detail).toMatch(/^Poslano je previše podataka/)
    first.stop()
    second.stop()
    const [apiResponse, page] = (await Promise.all(
      ['/api/visibility/', '/'].map((path) => proxy.visitor().request(path)),
    )) as [ProxyResponse, ProxyResponse]
    expect([apiResponse.status, page.status]).toEqual([503, 503])
    expect(json(apiResponse).detail).toMatch(/^Poslužitelj se trenutačno ne odaziva/)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { headers } of [apiResponse, page]) {
      expect(headers['strict-transport-security']).toBe(HSTS)
      expect(headers['retry-after']).toBe('10')
    }
  })
})
