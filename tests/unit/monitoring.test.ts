import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { assessHealth } from '@/lib/health/rules'
import type { HealthReport } from '@/lib/health/schema'
import { logError } from '@/lib/log/log'
import { type RequestContext, runInRequestContext } from '@/lib/log/request-context'
import { instrumentRequest, recordPageError, requestId } from '@/lib/metrics/observe-request'
import { readRecentStats } from '@/lib/metrics/recent-failures'
import { createMatcher } from '@/lib/metrics/route-patterns'

afterEach(() => void vi.restoreAllMocks())

const GENERATED_ID = /^[0-9a-f]{12}$/

it('a request has the id that our own proxy sent, otherwise a new id', () => {
  const sentId = 'Proxy-1.a_b'
  expect(requestId(sentId, 1)).toBe(sentId)
  expect(requestId(sentId, 0)).toMatch(GENERATED_ID)
  expect(requestId('x'.repeat(64), 2)).toBe('x'.repeat(64))
  for (const invalid of [
    'x'.repeat(65),
    '',
    'a b',
    'a\nb',
    'a,b',
    'č',
    '<b>',
    ['a', 'b'],
    undefined,
  ])
    expect(requestId(invalid, 1)).toMatch(GENERATED_ID)
  const ids = new Set(Array.from({ length: 10_000 }, () => requestId(undefined, 0)))
  expect(ids.size).toBe(10_000)
})

it.each([500, 200])('a page whose render fails at status %i is one failure', async (status) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const digest = `digest-${status}`
  const server = createServer((request, response) =>
    instrumentRequest(request, response, 0, () => {
      recordPageError(Object.assign(new Error('broken'), { digest }), '/(public)/cjenik')
      response.writeHead(status).end()
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const before = readRecentStats().failures
  const { port } = server.address() as AddressInfo
  await (await fetch(`http://127.0.0.1:${port}/cjenik`)).text()
  await new Promise((done) => server.close(done))
  const { failures, lastFailures } = readRecentStats()
  expect(failures).toBe(before + 1)
  expect(lastFailures[0]).toMatchObject({
    id: digest,
    route: '/cjenik',
    status: status === 500 ? 500 : null,
  })
})

it('a log line starts with the request id until the request is over', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const id = '6f1c7a52-9b1e-41f0-a3d4-bb3f5c0e9a71'
  const request: RequestContext = { id }
  await new Promise<void>((done) => {
    runInRequestContext(request, async () => {
      await null
      logError(`maintenance: no ${id}`)
      request.isOver = true
      setTimeout(() => {
        logError('maintenance: later')
        done()
      }, 1)
    })
  })
  // The request id of a proxy may look like a ticket code. The prefix of a log line keeps the id,
  // the message masks it.
  expect(written.mock.calls.flat()).toEqual([
    `[${id}] maintenance: no [key]\n`,
    'maintenance: later\n',
  ])
})

const PAGES = [
  '/',
  '/lineup',
  '/lineup/[slug]',
  '/karta/nema',
  '/karta/[code]',
  '/admin',
  '/admin/mails',
  '/admin/[...rest]',
  '/api/auth/[...nextauth]',
  '/api/auth/me',
  '/api/[...path]',
]

it.each([
  ['/', '/'],
  ['/lineup/', '/lineup'],
  ['/lineup/tko-bilo', '/lineup/[slug]'],
  ['/lineup/a/b', 'other'],
  ['/karta/nema', '/karta/nema'],
  ['/karta/0000', '/karta/[code]'],
  ['/admin/mails', '/admin/mails'],
  ['/admin/what/ever', '/admin/[...rest]'],
  ['/api/auth/me/', '/api/auth/me'],
  ['/api/auth/callback/demo', '/api/auth/[...nextauth]'],
  ['/api/nothing', '/api/[...path]'],
  ['/_next/static/chunks/1.js', '/_next/static'],
  ['/wp-login.php', 'other'],
  ['*', 'other'],
  ['', 'other'],
])('the path %s is counted under the route %s', (address, route) =>
  expect(createMatcher(PAGES)(address)).toBe(route),
)

it('invented paths are counted only under the known route patterns', () => {
  const match = createMatcher(PAGES)
  const heads = ['', '/lineup', '/karta', '/admin', '/api', '/api/auth', '/_next/static', '/game']
  const routes = new Set<string>()
  for (let i = 0; i < 1_000; i++) {
    const tail = `${Math.random()}`.repeat(i % 3).replaceAll('0', '/')
    routes.add(match(`${heads[i % heads.length]}/${tail}`))
  }
  for (const route of routes)
    expect([...PAGES, 'other', '/_next/static', '/game/[...file]']).toContain(route)
})

const HEALTHY: HealthReport = {
  at: '2026-10-01T20:00:00.000Z',
  since: '2026-10-01T10:00:00.000Z',
  version: '1',
  database: 'ok',
  mails: { isSending: true, waiting: 3, oldest: 5, ofBatches: 900, failed: 0 },
  gate: { alive: 4, silent: 0, doubles: 0 },
  bulkJobs: 1,
  failures: { lastHour: 0, last: [] },
  load: { requestsPerMinute: 900, busy: 0.4, streams: 4, waiting: 0, memory: 1 },
}

it('assessHealth marks only the part that has a problem, and nothing if all parts are well', () => {
  const problemsOf = (change: Partial<HealthReport>) =>
    Object.entries(assessHealth({ ...HEALTHY, ...change }))
      .filter(([, health]) => health !== 'ok')
      .map((entry) => entry.join(' '))
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ database: 'slow' })).toEqual(['database attention'])
  expect(problemsOf({ database: 'unreachable', mails: null, gate: null })).toEqual([
    'database problem',
  ])
  const mails = { isSending: true, waiting: 3, oldest: 5, ofBatches: 900, failed: 0 }
  expect(problemsOf({ mails: { ...mails, oldest: 119 } })).toEqual([])
  expect(problemsOf({ mails: { ...mails, oldest: 120 } })).toEqual(['mails attention'])
  expect(problemsOf({ mails: { ...mails, oldest: 600 } })).toEqual(['mails problem'])
  expect(problemsOf({ mails: { ...mails, failed: 1 } })).toEqual(['mails attention'])
  expect(problemsOf({ gate: { alive: 4, silent: 1, doubles: 0 } })).toEqual(['gate attention'])
  expect(problemsOf({ gate: { alive: 4, silent: 0, doubles: 1 } })).toEqual(['gate attention'])
  expect(problemsOf({ failures: { lastHour: 1, last: [] } })).toEqual(['failures attention'])
  expect(problemsOf({ failures: { lastHour: 10, last: [] } })).toEqual(['failures problem'])
  expect(problemsOf({ load: { ...HEALTHY.load, busy: 0.95 } })).toEqual(['load problem'])
  expect(problemsOf({ load: { ...HEALTHY.load, waiting: 1 } })).toEqual(['load attention'])
})

it('every alert has a summary and an action, and is in the guide to monitoring', () => {
  const { groups } = parse(readFileSync('deploy/alerts.yml', 'utf8'))
  const guide = readFileSync('docs/operate/monitoring.md', 'utf8')
  const rules: { alert: string; expr: string; annotations: Record<string, string> }[] =
    groups.flatMap((group: { rules: unknown[] }) => group.rules)
  expect(rules.length).toBeGreaterThan(8)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, expr, annotations } of rules) {
    expect(expr, alert).toBeTruthy()
    expect(annotations.summary, alert).toBeTruthy()
    expect(annotations.action, alert).toBeTruthy()
    expect(guide).toContain(`\`${alert}\``)
  }
})
