import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDatabase, slowedDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

const TOKEN = 'a token of the tests, long enough'

let instance: Instance
let sql: postgres.Sql
let databaseProxy: Awaited<ReturnType<typeof slowedDatabase>>

beforeAll(async () => {
  const database = await newDatabase()
  sql = postgres(database, { max: 1, onnotice: () => {} })
  databaseProxy = await slowedDatabase(database)
  instance = await startInstance(databaseProxy.url, {
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  databaseProxy?.resume()
  await instance?.stop()
  databaseProxy?.stop()
  await sql?.end()
})

const request = (path: string, init?: RequestInit) => fetch(`${instance.url}${path}`, init)
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Fetches /metrics. Returns the samples by name and labels, and the type of each metric. */
async function scrape() {
  const response = await request('/metrics', bearer(TOKEN))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await response.text()).split('\n').filter(Boolean)
  const samples = new Map<string, number>()
  for (const line of lines.filter((candidate) => !candidate.startsWith('#'))) {
    const end = line.lastIndexOf(' ')
    samples.set(line.slice(0, end), Number(line.slice(end + 1)))
  }
  const types = new Map(
    lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      return name && type ? [[name, type] as const] : []
    }),
  )
  return { samples, types }
}

const staff = async (privilege: number) => ({
  cookie: await demoCookie(instance.url, privilege),
  origin: instance.url,
  'content-type': 'application/json',
})

it('/metrics responds only to requests with the token, and otherwise with an empty 401', async () => {
  for (const headers of [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: `Basic ${TOKEN}` },
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN}x` },
  ] as Record<string, string>[]) {
    const response = await request('/metrics', { headers })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(await response.text()).toBe('')
  }
  expect((await request(`/metrics?token=${encodeURIComponent(TOKEN)}`)).status).toBe(401)
  expect((await request('/metrics', { method: 'POST', ...bearer(TOKEN) })).status).toBe(405)
  const { samples } = await scrape()
  expect(samples.get('brucosijada_database_up')).toBe(1)
})

it('requests are counted by their route pattern, and scans by their verdict', async () => {
  const [guest] = await sql`
    insert into guests (name, list_id, conf_code, bought_at)
    select 'Ana', min(id), '00000000-0000-1000-8000-000000000001', now() from guest_lists
    returning conf_code as code`
  const headers = await staff(2)
  const scan = async (confCode: string) => {
    const body = JSON.stringify({ confCode })
    return (await request('/api/guests/check-in/', { method: 'POST', headers, body })).status
  }
  const before = (await scrape()).samples
  expect(await scan(guest?.code)).toBe(200)
  expect(await scan(guest?.code)).toBe(200)
  expect(await scan('00000000-0000-1000-8000-000000000002')).toBe(404)
  for (let i = 0; i < 3; i++) expect((await request('/lineup/nikoga')).status).toBe(404)
  for (const path of ['/', '/', '/karta', '/karta']) await (await request(path)).text()
  const stream = await request('/api/lists/stream/', { headers: await staff(1) })
  const after = (await scrape()).samples
  const increase = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  const scans = (verdict: string) =>
    increase(`brucosijada_scans_total{direction="in",verdict="${verdict}",decided="server"}`)
  expect([scans('admitted'), scans('inside'), scans('unknown')]).toEqual([1, 1, 1])
  const count = (route: string, method: string, status: string) =>
    increase(
      `brucosijada_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
    )
  expect(count('/api/guests/check-in', 'POST', '2xx')).toBe(2)
  expect(count('/api/guests/check-in', 'POST', '4xx')).toBe(1)
  expect(count('/lineup/[slug]', 'GET', '4xx')).toBe(3)
  expect(increase('brucosijada_page_cache_total{result="hit"}')).toBeGreaterThan(0)
  expect(increase('brucosijada_event_streams')).toBe(1)
  await stream.body?.cancel()
  await expect
    .poll(async () => (await scrape()).samples.get('brucosijada_event_streams'), {
      timeout: 30_000,
    })
    .toBe(before.get('brucosijada_event_streams'))
  expect([...after.keys()].filter((name) => name.includes('/api/lists/stream'))).toEqual([])
})

it('a thousand invented URLs make no metric series of their own', async () => {
  // Few of the URLs are pages, because the server renders a page for each of them in vain.
  const segments = [
    'guests',
    'tags',
    'karta',
    'gates',
    'users',
    'stages',
    'mailer',
    'lineup',
    'none',
  ]
  const prefixes = [
    '',
    '/lineup',
    '/_next/static',
    '/api',
    ...segments.map((segment) => `/api/${segment}`),
  ]
  const requestInvented = async (from: number, to: number) => {
    for (let i = from; i < to; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const path = `${prefixes[(i + n) % prefixes.length]}/izmisljeno-${i + n}?q=${i + n}`
          await (await request(path, { redirect: 'manual' })).arrayBuffer()
        }),
      )
  }
  await requestInvented(0, 160)
  const before = (await scrape()).samples
  await requestInvented(160, 1_160)
  const after = (await scrape()).samples
  const seriesOf = (samples: Map<string, number>) =>
    [...samples.keys()].filter((name) => name.startsWith('brucosijada_'))
  // Only series of error statuses and rate limits may be new, because a rate limit may start to
  // refuse requests during the test.
  const isFixedSeries = (name: string) => !/status="(4xx|5xx|aborted)"|limit=/.test(name)
  expect(seriesOf(after).filter(isFixedSeries)).toEqual(seriesOf(before).filter(isFixedSeries))
  expect(seriesOf(after).join()).not.toContain('izmisljeno')
  expect(seriesOf(after).length - seriesOf(before).length).toBeLessThan(prefixes.length * 20)
})

it('/metrics has every metric that the dashboard and the alerts use', async () => {
  const { types } = await scrape()
  const available = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' || type === 'summary'
        ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
        : [name],
    ),
  )
  for (const file of ['deploy/grafana.json', 'deploy/alerts.yml']) {
    const matches = readFileSync(file, 'utf8').matchAll(
      /\b(brucosijada|nodejs|process)_[a-z0-9_]+/g,
    )
    const names = [...new Set([...matches].map(([name]) => name))]
    expect(names.length).toBeGreaterThan(5)
    expect(
      names.filter((name) => !available.has(name)),
      file,
    ).toEqual([])
  }
})

it('the request id is the same in the response header, the error response and the log', async () => {
  const requestWithId = (id: string) => request('/api/nothing', { headers: { 'x-request-id': id } })
  const response = await requestWithId('from-the.proxy_1')
  expect(response.headers.get('x-request-id')).toBe('from-the.proxy_1')
  expect((await response.json()).requestId).toBe('from-the.proxy_1')
  for (const odd of ['a b', 'x'.repeat(65)]) {
    const other = await requestWithId(odd)
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
    expect((await other.json()).requestId).toBe(other.headers.get('x-request-id'))
  }
  for (const path of ['/', '/nema-me', '/robots.txt', '/api/health/live', '/api/visibility'])
    expect((await request(path)).headers.get('x-request-id'), path).toMatch(/^[0-9a-f]{12}$/)

  const headers = { ...(await staff(1)), 'x-request-id': 'broken-call' }
  await sql`alter table band_contacts rename to band_contacts_away`
  await sql`alter table auth_sessions rename column user_id to user_away`
  try {
    const page = await request('/admin/mails', {
      headers: { ...headers, 'x-request-id': 'broken-page' },
    })
    await page.text()
  } finally {
    await sql`alter table auth_sessions rename column user_away to user_id`
  }
  try {
    const broken = await request('/api/contact/', { headers })
    expect(broken.status).toBe(500)
    expect(await broken.json()).toMatchObject({ code: 'unexpected', requestId: 'broken-call' })
  } finally {
    await sql`alter table band_contacts_away rename to band_contacts`
  }
  expect(instance.output()).toMatch(/^\[broken-call\] GET \/api\/contact\/: .*/m)
  expect(instance.output()).toMatch(/^\[broken-page\] \/admin\/mails: .*digest \d+/m)
  const { samples } = await scrape()
  expect(samples.get('brucosijada_page_errors_total{route="/admin/mails"}')).toBe(1)

  const report = await (await request('/api/health/report/', { headers: await staff(1) })).json()
  expect(report.database).toBe('ok')
  expect(report.failures.last).toMatchObject([
    { id: 'broken-call', route: '/api/contact', status: 500 },
    { id: expect.stringMatching(/^\d+$/), route: '/admin/mails', status: null },
  ])
})

it('/metrics responds within 10 s, and shows whether the database responds', async () => {
  const readStatus = async () => {
    const startedAt = performance.now()
    const { samples } = await scrape()
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    const hasQueueMetric = [...samples.keys()].some((name) =>
      name.startsWith('brucosijada_mail_queue'),
    )
    return [samples.get('brucosijada_database_up'), hasQueueMetric]
  }
  expect(await readStatus()).toEqual([1, true])
  databaseProxy.hang()
  expect(await readStatus()).toEqual([0, false])
  expect(await readStatus()).toEqual([0, false])
  databaseProxy.resume()
  await expect.poll(readStatus, { timeout: 30_000 }).toEqual([1, true])
})
