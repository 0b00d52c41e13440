import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'
import { HSTS, installedProxies, type RunningProxy, startProxy } from '../support/proxy'
import { json } from '../support/visitor'

describe.skipIf(installedProxies.length === 0)('behind nginx and Caddy', () => {
  const ORIGIN = 'https://localhost'
  const env = { PUBLIC_URL: ORIGIN, TRUST_PROXY: '1' }
  let database: string
  let sql: postgres.Sql
  let instances: [Instance, Instance]
  let proxies: RunningProxy[]
  let admin: Record<string, string>

  beforeAll(async () => {
    database = await newDatabase()
    sql = postgres(database, { max: 1 })
    instances = await Promise.all([startInstance(database, env), startInstance(database, env)])
    const [first, second] = instances
    proxies = await Promise.all(
      installedProxies.map((name) => startProxy(name, [first.port, second.port])),
    )
    admin = { cookie: await demoCookie(first.url, 1), origin: ORIGIN }
  })
  afterAll(async () => {
    await Promise.all((proxies ?? []).map((proxy) => proxy.stop()))
    await Promise.all((instances ?? []).map((instance) => instance.stop('SIGKILL')))
    await sql?.end()
  })
  const each = (work: (proxy: RunningProxy) => Promise<void>) => async () => {
    for (const proxy of proxies) await work(proxy)
  }

  it(
    'the site shows pages, and redirects to the sign-in under the public URL',
    each(async (proxy) => {
      const page = await proxy.visitor().request('/')
      expect(page.status).toBe(200)
      expect(page.headers['strict-transport-security']).toBe(HSTS)
      const staff = await proxy.visitor().request('/admin')
      expect(staff.headers.location).toMatch(new RegExp(`^(${proxy.origin})?/admin/login`))
    }),
  )

  it.runIf(process.platform === 'linux')(
    'the rate limit uses the real client IP, not forged headers, and spares other clients',
    each(async (proxy) => {
      // The rate limit for sign-ins is 120 a minute per IP. Each proxy is called from IPs of its
      // own.
      const at = 10 + proxies.indexOf(proxy) * 2
      const request = (from: string, headers = {}) =>
        proxy.visitor(from).request('/api/auth/google/', {
          method: 'POST',
          body: '{"token":"none"}',
          headers: { 'content-type': 'application/json', ...headers },
        })
      const forged = (i: number) => ({
        'x-forwarded-for': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
      })
      const statuses = new Set<number>()
      for (let i = 0; i < 250 && !statuses.has(429); i++)
        statuses.add((await request(`127.0.0.${at}`, forged(i))).status)
      expect(statuses).toContain(429)
      expect((await request(`127.0.0.${at + 1}`)).status).not.toBe(429)
      expect(
        (await request(`127.0.0.${at + 1}`, { 'x-forwarded-for': `127.0.0.${at}` })).status,
      ).not.toBe(429)
    }),
  )

  it(
    'a gate device gets a new guest at once through its event stream',
    each(async (proxy) => {
      const visitor = proxy.visitor()
      const headers = { ...admin, 'content-type': 'application/json' }
      const joined = await visitor.request('/api/gate/devices/', {
        method: 'POST',
        headers,
        body: '{}',
      })
      const [device = ''] = String(joined.headers['set-cookie']).split(';')
      expect(device).toMatch(/^__Host-gate-device=/)
      const { bytes } = await visitor.request('/api/gate/roster/?after=0', {
        headers: { cookie: device, accept: 'application/json' },
      })
      const page = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes
      const { cursor } = JSON.parse(page.toString())
      const since = `/api/gate/stream/?since=${encodeURIComponent(cursor)}`
      const events = await visitor.listen(since, { headers: { cookie: device } })
      expect(events.status).toBe(200)
      // The event must arrive before the first heartbeat of the stream, because a heartbeat could
      // flush events that a proxy has buffered.
      const startedAt = performance.now()
      await expect.poll(events.text, { timeout: 10_000 }).toContain('retry: 2000')
      await sql`insert into guests (name, surname, list_id)
        select ${proxy.name}, 'Novak', min(id) from guest_lists`
      await expect.poll(events.text, { timeout: 10_000 }).toContain(`"${proxy.name}"`)
      expect(events.text()).not.toContain(': well')
      expect(performance.now() - startedAt).toBeLessThan(15_000)
      events.close()
    }),
  )

  // Rule 14.7: an image may have 20 MB.
  it('an image of 20 MB is accepted, and a larger upload gets the application’s error message', async () => {
    const side = 2600
    const pixels = Buffer.alloc(side * side * 3)
    for (let at = 0; at < pixels.length; at += 4)
      pixels.writeUInt32LE((Math.random() * 2 ** 32) >>> 0, at)
    const raw = { width: side, height: side, channels: 3 as const }
    const png = await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer()
    expect(png.length).toBeGreaterThan(19.3 * 2 ** 20)
    expect(png.length).toBeLessThanOrEqual(20 * 2 ** 20)
    const form = async (file: Uint8Array<ArrayBuffer>, name: string) => {
      const data = new FormData()
      data.set('name', name)
      data.set('visible', '1')
      data.set('image', new File([file], 'a.png', { type: 'image/png' }))
      const sent = new Response(data)
      return {
        method: 'POST',
        headers: { ...admin, 'content-type': sent.headers.get('content-type') as string },
        body: Buffer.from(await sent.arrayBuffer()),
      }
    }
    for (const proxy of proxies) {
      const visitor = proxy.visitor()
      const taken = await visitor.request(
        '/api/lineup/',
        await form(new Uint8Array(png), proxy.name),
      )
      expect(`${taken.status} ${taken.status === 201 ? '' : taken.bytes}`).toBe('201 ')
      const tooLarge = await visitor.request(
        '/api/lineup/',
        await form(new Uint8Array(26 << 20), 'x'),
      )
      expect(tooLarge.status).toBe(413)
      expect(json(tooLarge).detail).toBe('Poslano je previše podataka: najviše 24 MB.')
    }
  })

  /**
   * Sends these requests through every proxy until `stop` is called. `stop` returns the failed
   * requests and the number of all requests.
   */
  function load(reads: string[], writes: Record<string, object> = {}) {
    const headers = { ...admin, 'content-type': 'application/json' }
    const requests = [
      ...reads.map((path) => ({ path, expectedStatus: 200, baseOptions: { headers } })),
      ...Object.entries(writes).map(([path, body]) => ({
        path,
        expectedStatus: 201,
        baseOptions: { method: 'POST', headers, body: JSON.stringify(body) },
      })),
    ]
    const failed: string[] = []
    let requestCount = 0
    let isOver = false
    const loops = proxies.flatMap((proxy) =>
      requests.map(async ({ path, expectedStatus, baseOptions }) => {
        const visitor = proxy.visitor()
        while (!isOver) {
          const key = { 'idempotency-key': crypto.randomUUID() }
          const options = {
            ...baseOptions,
            headers: { ...headers, ...('body' in baseOptions && key) },
          }
          const result = await visitor.request(path, options).then(
            ({ status }) => (status === expectedStatus ? '' : `${status}`),
            (error: Error) => error.message,
          )
          requestCount++
          if (result) failed.push(`${proxy.name} ${path}: ${result}`)
        }
      }),
    )
    const stop = async () => {
      isOver = true
      await Promise.all(loops)
      return { failed, requestCount }
    }
    return { stop, requestCount: () => requestCount }
  }
  const waitForRequests = async (running: ReturnType<typeof load>, requests: number) => {
    const target = running.requestCount() + requests
    await expect.poll(running.requestCount, { timeout: 60_000 }).toBeGreaterThan(target)
  }

  it('no request fails when one instance is drained and replaced under load', async () => {
    const running = load(['/', '/admin/login', '/api/guests/', '/api/public/lineup/'], {
      '/api/contact/': { bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' },
    })
    await waitForRequests(running, 200)
    await instances[0].stop('SIGTERM')
    await waitForRequests(running, 200)
    instances[0] = await startInstance(database, env, instances[0].port)
    await waitForRequests(running, 200)
    await instances[1].stop('SIGTERM')
    await waitForRequests(running, 200)
    expect((await running.stop()).failed).toEqual([])
    instances[1] = await startInstance(database, env, instances[1].port)
  })

  it('no read fails when one instance is killed under load', async () => {
    const running = load(['/api/guests/', '/api/public/lineup/', '/api/visibility/'])
    await waitForRequests(running, 200)
    await instances[0].stop('SIGKILL')
    await waitForRequests(running, 400)
    expect((await running.stop()).failed).toEqual([])
  })
})
