import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HSTS, proxiesHere, type RunningProxy, startProxy } from '../support/proxy'
import { json, type ProxyResponse } from '../support/visitor'

/**
 * Starts a fake instance. It returns its name and the request headers, counts requests, and fails
 * on some paths.
 */
async function standIn(name: string) {
  const asked: string[] = []
  const state = { leaving: false }
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request
    asked.push(`${method} ${url}`)
    request.resume()
    if (url === '/api/health/live') return response.writeHead(state.leaving ? 503 : 204).end()
    if (/^\/(api\/)?breaks$/.test(url)) return request.socket.destroy()
    const status =
      url === '/api/away' ? 503 : url === '/_next/static/of-two.js' && name === 'one' ? 404 : 200
    const more = {
      'strict-transport-security': 'max-age=1',
      'x-request-id': String(headers['x-request-id']),
      // The content of a built script never changes under its URL, so it is cacheable for a year.
      ...(url === '/_next/static/kept.js' && {
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      }),
    }
    request.once('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(JSON.stringify({ name, headers }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const count = (what: string) => asked.filter((one) => one === what).length
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, count, state, stop }
}

describe.each(proxiesHere)('%s in front of two fake instances', (name) => {
  let one: Awaited<ReturnType<typeof standIn>>
  let two: Awaited<ReturnType<typeof standIn>>
  let proxy: RunningProxy

  beforeAll(async () => {
    ;[one, two] = await Promise.all([standIn('one'), standIn('two')])
    proxy = await startProxy(name, [one.port, two.port])
  })
  afterAll(async () => {
    await proxy?.stop()
    one?.stop()
    two?.stop()
  })

  const askedOf = async (times: number) => {
    const visitor = proxy.visitor()
    const names = new Set<string>()
    for (let i = 0; i < times; i++) names.add(json(await visitor.request('/')).name)
    return [...names].sort()
  }
  const bothTakePart = () =>
    expect.poll(() => askedOf(8), { timeout: 60_000 }).toEqual(['one', 'two'])

  it('spreads requests, sends one HSTS header, and replaces forged forwarding headers', async () => {
    await bothTakePart()
    const answer = await proxy.visitor().request('/', {
      headers: {
        'x-forwarded-for': '203.0.113.7, 203.0.113.8',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.10;host=evil.example',
      },
    })
    expect(answer.headers['strict-transport-security']).toBe(HSTS)
    const { headers }: { headers: IncomingHttpHeaders } = json(answer)
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
      const [answer] = await once(get({ host: '127.0.0.1', ...options }), 'response')
      answer.resume()
      expect(answer.statusCode).toBe(308)
      expect(answer.headers.location).toBe('https://localhost/ulaznice?a=1')
    }
    const socket = connectTls({
      host: '127.0.0.1',
      port: Number(new URL(proxy.origin).port),
      servername: 'evil.example',
      rejectUnauthorized: false,
    })
    const shaken = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    expect(shaken).toBe(false)
  })

  it('retries an aborted read on the other instance, and sends no write twice', async () => {
    await bothTakePart()
    const read = await proxy.visitor().request('/breaks')
    expect(read.status).toBe(503)
    expect(read.bytes.toString()).toContain('Stranica se trenutačno ne odaziva.')
    expect(one.count('GET /breaks')).toBeGreaterThan(0)
    expect(two.count('GET /breaks')).toBeGreaterThan(0)
    // The next visitor is still served.
    expect((await proxy.visitor().request('/')).status).toBe(200)
    await bothTakePart()
    const write = await proxy.visitor().request('/breaks', { method: 'POST', body: 'a' })
    expect(write.status).toBe(503)
    expect(one.count('POST /breaks') + two.count('POST /breaks')).toBe(1)
  })

  it.runIf(name === 'nginx')(
    'retries a write with an Idempotency-Key on the other instance',
    async () => {
      await bothTakePart()
      const headers = { 'idempotency-key': 'one-and-only' }
      const question = { method: 'POST', body: 'a', headers }
      const write = await proxy.visitor().request('/api/breaks', question)
      expect(write.status).toBe(503)
      expect([one.count('POST /api/breaks'), two.count('POST /api/breaks')]).toEqual([1, 1])
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
    for (const kept of ['/sponzori/***', '/api/guests/***', '/api/wallet/***'])
      expect(proxy.logged()).toContain(kept)
  })

  it('passes on a 503 of an instance unchanged, and keeps sending requests to the instance', async () => {
    await bothTakePart()
    const names = new Set<string>()
    for (let i = 0; i < 8; i++) {
      const answer = await proxy.visitor().request('/api/away')
      expect(answer.status).toBe(503)
      names.add(json(answer).name)
    }
    expect([...names].sort()).toEqual(['one', 'two'])
    expect(await askedOf(8)).toEqual(['one', 'two'])
  })

  it('finds a build file that only one instance has', async () => {
    await bothTakePart()
    for (let i = 0; i < 4; i++) {
      const answer = await proxy.visitor().request('/_next/static/of-two.js')
      expect(answer.status).toBe(200)
      expect(json(answer).name).toBe('two')
    }
  })

  it.runIf(name === 'nginx')(
    'caches an immutable build script once per encoding, and no other response',
    async () => {
      const visitor = proxy.visitor()
      const ask = async (path: string, form: string) => {
        const answer = await visitor.request(path, { headers: { 'accept-encoding': form } })
        expect(answer.status).toBe(200)
        expect(answer.headers['strict-transport-security']).toBe(HSTS)
        return answer.headers['x-request-id']
      }
      const both = (path: string) => one.count(`GET ${path}`) + two.count(`GET ${path}`)
      const marks = new Set<unknown>()
      for (const form of ['gzip', 'br', 'gzip', 'br', 'gzip'])
        marks.add(await ask('/_next/static/kept.js', form))
      expect(both('/_next/static/kept.js')).toBe(2)
      expect(marks.size).toBe(5)
      for (let i = 0; i < 3; i++) await ask('/_next/static/changes.js', 'gzip')
      for (let i = 0; i < 3; i++) await ask('/satnica', 'gzip')
      expect([both('/_next/static/changes.js'), both('/satnica')]).toEqual([3, 3])
    },
  )

  it.runIf(name === 'caddy')(
    'sends no request to an instance whose health check reports its shutdown',
    async () => {
      await bothTakePart()
      two.state.leaving = true
      await expect.poll(() => askedOf(8), { timeout: 60_000 }).toEqual(['one'])
      two.state.leaving = false
      await bothTakePart()
    },
  )

  it('shows the application’s error for a body that is too large, and when no instance responds', async () => {
    const body = new Uint8Array(34 << 20)
    const large = await proxy.visitor().request('/api/lineup/', { method: 'POST', body })
    expect(large.status).toBe(413)
    expect(json(large).detail).toMatch(/^Poslano je previše podataka/)
    one.stop()
    two.stop()
    const [call, page] = (await Promise.all(
      ['/api/visibility/', '/'].map((path) => proxy.visitor().request(path)),
    )) as [ProxyResponse, ProxyResponse]
    expect([call.status, page.status]).toEqual([503, 503])
    expect(json(call).detail).toMatch(/^Poslužitelj se trenutačno ne odaziva/)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const { headers } of [call, page]) {
      expect(headers['strict-transport-security']).toBe(HSTS)
      expect(headers['retry-after']).toBe('10')
    }
  })
})
