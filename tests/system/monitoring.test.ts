import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDatabase, slowedDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

const TOKEN = 'a token of the tests, long enough'

let instance: Instance
let sql: postgres.Sql
let way: Awaited<ReturnType<typeof slowedDatabase>>

beforeAll(async () => {
  const database = await newDatabase()
  sql = postgres(database, { max: 1, onnotice: () => {} })
  way = await slowedDatabase(database)
  instance = await startInstance(way.url, {
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: '1',
  })
})
afterAll(async () => {
  way?.resume()
  await instance?.stop()
  way?.stop()
  await sql?.end()
})

const at = (path: string, init?: RequestInit) => fetch(`${instance.url}${path}`, init)
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** Fetches /metrics. Returns the samples by name and labels, and the type of each metric. */
async function scrape() {
  const answer = await at('/metrics', bearer(TOKEN))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter(Boolean)
  const samples = new Map<string, number>()
  for (const line of lines.filter((one) => !one.startsWith('#'))) {
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
    const answer = await at('/metrics', { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await answer.text()).toBe('')
  }
  expect((await at(`/metrics?token=${encodeURIComponent(TOKEN)}`)).status).toBe(401)
  expect((await at('/metrics', { method: 'POST', ...bearer(TOKEN) })).status).toBe(405)
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
    return (await at('/api/guests/check-in/', { method: 'POST', headers, body })).status
  }
  const before = (await scrape()).samples
  expect(await scan(guest?.code)).toBe(200)
  expect(await scan(guest?.code)).toBe(200)
  expect(await scan('00000000-0000-1000-8000-000000000002')).toBe(404)
  for (let i = 0; i < 3; i++) expect((await at('/lineup/nikoga')).status).toBe(404)
  for (const path of ['/', '/', '/karta', '/karta']) await (await at(path)).text()
  const stream = await at('/api/lists/stream/', { headers: await staff(1) })
  const after = (await scrape()).samples
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  const scans = (verdict: string) =>
    grown(`brucosijada_scans_total{direction="in",verdict="${verdict}",decided="server"}`)
  expect([scans('admitted'), scans('inside'), scans('unknown')]).toEqual([1, 1, 1])
  const count = (route: string, method: string, status: string) =>
    grown(
      `brucosijada_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
    )
  expect(count('/api/guests/check-in', 'POST', '2xx')).toBe(2)
  expect(count('/api/guests/check-in', 'POST', '4xx')).toBe(1)
  expect(count('/lineup/[slug]', 'GET', '4xx')).toBe(3)
  expect(grown('brucosijada_page_cache_total{result="hit"}')).toBeGreaterThan(0)
  expect(grown('brucosijada_event_streams')).toBe(1)
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
  const nouns = ['guests', 'tags', 'karta', 'gates', 'users', 'stages', 'mailer', 'lineup', 'none']
  const heads = ['', '/lineup', '/_next/static', '/api', ...nouns.map((noun) => `/api/${noun}`)]
  const invent = async (from: number, to: number) => {
    for (let i = from; i < to; i += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const way = `${heads[(i + n) % heads.length]}/izmisljeno-${i + n}?q=${i + n}`
          await (await at(way, { redirect: 'manual' })).arrayBuffer()
        }),
      )
  }
  await invent(0, 160)
  const before = (await scrape()).samples
  await invent(160, 1_160)
  const after = (await scrape()).samples
  const of = (samples: Map<string, number>) =>
    [...samples.keys()].filter((name) => name.startsWith('brucosijada_'))
  // Only series of error statuses and rate limits may be new, because a rate limit may start to
  // refuse requests during the test.
  const isOf = (name: string) => !/status="(4xx|5xx|aborted)"|limit=/.test(name)
  expect(of(after).filter(isOf)).toEqual(of(before).filter(isOf))
  expect(of(after).join()).not.toContain('izmisljeno')
  expect(of(after).length - of(before).length).toBeLessThan(heads.length * 20)
})

it('/metrics has every metric that the dashboard and the alerts use', async () => {
  const { types } = await scrape()
  const there = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' || type === 'summary'
        ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
        : [name],
    ),
  )
  for (const file of ['deploy/grafana.json', 'deploy/alerts.yml']) {
    const asked = readFileSync(file, 'utf8').matchAll(/\b(brucosijada|nodejs|process)_[a-z0-9_]+/g)
    const names = [...new Set([...asked].map(([name]) => name))]
    expect(names.length).toBeGreaterThan(5)
    expect(
      names.filter((name) => !there.has(name)),
      file,
    ).toEqual([])
  }
})

it('the request id is the same in the response header, the error response and the log', async () => {
  const named = (id: string) => at('/api/nothing', { headers: { 'x-request-id': id } })
  const answer = await named('from-the.proxy_1')
  expect(answer.headers.get('x-request-id')).toBe('from-the.proxy_1')
  expect((await answer.json()).requestId).toBe('from-the.proxy_1')
  for (const odd of ['a b', 'x'.repeat(65)]) {
    const other = await named(odd)
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
    expect((await other.json()).requestId).toBe(other.headers.get('x-request-id'))
  }
  for (const path of ['/', '/nema-me', '/robots.txt', '/api/health/live', '/api/visibility'])
    expect((await at(path)).headers.get('x-request-id'), path).toMatch(/^[0-9a-f]{12}$/)

  const headers = { ...(await staff(1)), 'x-request-id': 'broken-call' }
  await sql`alter table band_contacts rename to band_contacts_away`
  await sql`alter table auth_sessions rename column user_id to user_away`
  try {
    const page = await at('/admin/mails', {
      headers: { ...headers, 'x-request-id': 'broken-page' },
    })
    await page.text()
  } finally {
    await sql`alter table auth_sessions rename column user_away to user_id`
  }
  try {
    const broken = await at('/api/contact/', { headers })
    expect(broken.status).toBe(500)
    expect(await broken.json()).toMatchObject({ code: 'unexpected', requestId: 'broken-call' })
  } finally {
    await sql`alter table band_contacts_away rename to band_contacts`
  }
  expect(instance.output()).toMatch(/^\[broken-call\] GET \/api\/contact\/: .*/m)
  expect(instance.output()).toMatch(/^\[broken-page\] \/admin\/mails: .*digest \d+/m)
  const { samples } = await scrape()
  expect(samples.get('brucosijada_page_errors_total{route="/admin/mails"}')).toBe(1)

  const report = await (await at('/api/health/report/', { headers: await staff(1) })).json()
  expect(report.database).toBe('ok')
  expect(report.failures.last).toMatchObject([
    { id: 'broken-call', route: '/api/contact', status: 500 },
    { id: expect.stringMatching(/^\d+$/), route: '/admin/mails', status: null },
  ])
})

it('/metrics responds within 10 s, and shows whether the database responds', async () => {
  const up = async () => {
    const asked = performance.now()
    const { samples } = await scrape()
    expect(performance.now() - asked).toBeLessThan(10_000)
    const isTold = [...samples.keys()].some((name) => name.startsWith('brucosijada_mail_queue'))
    return [samples.get('brucosijada_database_up'), isTold]
  }
  expect(await up()).toEqual([1, true])
  way.hang()
  expect(await up()).toEqual([0, false])
  expect(await up()).toEqual([0, false])
  way.resume()
  await expect.poll(up, { timeout: 30_000 }).toEqual([1, true])
})
