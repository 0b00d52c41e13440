import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { createRandom } from '@/db/seed/random'
import { newPassageId } from '@/lib/admission/rules'
import { print } from '@/scripts/lib/command'
import { demoCookie } from '../support/instance'
import { get, type RecordedRequest, signUp, type VisitorRequest } from './drop-schedule'
import { type Groups, ORIGIN, openSite, type Run } from './drop-site'
import { failures, markdown, meetsTarget, totalOf } from './drop-summary'
import { registerPhones } from './gate-calls'
import { ms, ratio, whole } from './table'

const SECONDS = 4
/**
 * Requests a second of each kind: far below the capacity of every kind, so that no request queues.
 */
const PER_SECOND = 120
const VISITORS = 400
const GUESTS = 60_000
const RATES = [100, 200, 400, 700, 1000, 1500, 2000, 3000]

/**
 * Measures the CPU time in ms that one request of each kind costs in the instances, nginx and
 * PostgreSQL, at a rate without queues. Then raises the rate of each kind of write until it
 * saturates.
 */
export async function benchCosts(url: string, sql: postgres.Sql) {
  await sql`insert into users (name, email, privilege) values ('Bench', 'bench@brucosijada.example', 1)`
  const { site, run: order, instance, meter, stop } = await openSite(url, sql, GUESTS)
  const run = (requests: VisitorRequest[], perSecond: number, visitors = VISITORS) =>
    order({ work: { steady: [requests, perSecond, SECONDS, visitors] } })
  try {
    const writes = await buildWrites(sql, instance, site.studentDomain)
    const kinds: [string, VisitorRequest[], options?: { visitors?: number; perSecond?: number }][] =
      [
        ['an empty handler', [get('', '/api/bench/handler')]],
        ['an empty page', [get('', '/bench/empty')]],
        ...Object.keys(site.pages).map((path): [string, VisitorRequest[]] => [
          `page ${path}`,
          [get('', path)],
        ]),
        ['page /, cached by the browser (304)', [revalidation(site.pages['/'])]],
        ['page that does not exist', [get('', '/wp-login.php')]],
        ['script, style or font', files(site.pages['/'], '/_next/static/')],
        ['picture, resized', files(site.pages['/'], '/_next/image')],
        ['image of the build', files(site.pages['/'], '/art/')],
        ['API: line-up', [get('', '/api/public/lineup/')]],
        // Rendered again for each request, so a tenth of the usual rate is already a high load.
        ['ticket page', site.codes.map((code) => get('', `/karta/${code}`)), { perSecond: 12 }],
        [
          'an empty handler on a new connection',
          [get('', '/api/bench/handler')],
          { visitors: 1e9 },
        ],
        ['sign-up', writes['sign-up'](PER_SECOND)],
        ['sale', writes.sale(PER_SECOND)],
        ['scan', writes.scan(PER_SECOND)],
      ]
    await run(
      kinds.flatMap(([, requests]) => requests.slice(0, 20).filter((a) => a.method === 'GET')),
      60,
    )
    const [, idle] = await meter(() => sleep(SECONDS * 1000))
    const rows = [COST_HEADING]
    let baseline = 0
    for (const [name, requests, { visitors, perSecond = PER_SECOND } = {}] of kinds) {
      if (requests.length === 0) continue
      const { summary, used, seconds } = await run(requests, perSecond, visitors)
      const all = totalOf(summary)
      const costPerRequest = (group: keyof Groups) =>
        Math.max(0, ((used[group] - (idle[group] * seconds) / SECONDS) * 1000) / all.count)
      const cost = [
        costPerRequest('instances'),
        costPerRequest('nginx'),
        costPerRequest('PostgreSQL'),
      ]
      const sum = cost.reduce((a, b) => a + b, 0)
      baseline ||= sum
      const failed = failures({ ...all, statuses: without404(name, all.statuses) })
      rows.push([
        name,
        ...cost.map(ratio),
        ratio(sum),
        ratio(sum / baseline),
        whole(all.bytes),
        ms(all.p50),
        ms(all.p99),
        whole(failed),
      ])
    }
    print(`\nCPU ms per request, by kind\n${markdown(rows)}`)
    await raiseRates(writes, run)
  } finally {
    await stop()
  }
}

const COST_HEADING = ['', 'instance ms', 'nginx ms', 'PostgreSQL ms', 'total ms'].concat([
  'vs. empty handler',
  'bytes',
  'p50 ms',
  'p99 ms',
  'failed',
])

const without404 = (name: string, { 404: notFound, ...statuses }: Record<string, number>) =>
  name.startsWith('page that') || notFound === undefined ? statuses : { ...statuses, 404: notFound }

const files = (parts: RecordedRequest[] = [], start: string) =>
  parts
    .filter(({ path }) => path.startsWith(start))
    .map(({ path, headers }) => ({ ...get('', path), headers }))

const revalidation = ([page]: RecordedRequest[] = []): VisitorRequest => ({
  ...get('', page?.path ?? '/'),
  headers: { ...page?.headers, 'if-none-match': page?.etag ?? '' },
})

type Writes = Record<
  'empty handler' | 'sign-up' | 'sale' | 'scan',
  (perSecond: number) => VisitorRequest[]
>

/**
 * Builds requests for each kind of write, and for an empty handler as the baseline. No two writes
 * use the same guest or fresher.
 */
async function buildWrites(sql: postgres.Sql, url: string, studentDomain: string): Promise<Writes> {
  const random = createRandom(7)
  const json = { 'content-type': 'application/json', origin: ORIGIN }
  const cookie = await demoCookie(url, 1)
  const phones = await registerPhones(sql, 30)
  const people = await sql<{ id: number; code: string | null }[]>`
    select id, conf_code as code from guests where deleted_at is null and entered_at is null
      and ban_reason is null and name <> '' order by md5(id::text)`
  const sellable = people.filter(({ code }) => code === null)
  const ticketed = people.filter(({ code }) => code !== null)
  let freshers = 500_000
  const requestCount = (perSecond: number) => perSecond * SECONDS
  return {
    'empty handler': (perSecond) =>
      Array(requestCount(perSecond)).fill(get('', '/api/bench/handler')),
    'sign-up': (perSecond) =>
      Array.from({ length: requestCount(perSecond) }, () =>
        signUp(random, freshers++, studentDomain),
      ),
    sale: (perSecond) =>
      sellable.splice(0, requestCount(perSecond)).map(({ id }) => ({
        kind: 'sale',
        method: 'PUT',
        path: `/api/guests/${id}/`,
        headers: { ...json, cookie },
        body: '{"bought":"1"}',
      })),
    scan: (perSecond) =>
      ticketed.splice(0, requestCount(perSecond)).map(({ code }, i) => ({
        kind: 'scan',
        method: 'POST',
        path: '/api/gate/scan/',
        headers: { ...json, cookie: `__Host-${phones[i % phones.length]}` },
        body: JSON.stringify({ id: newPassageId(), code, direction: 'in' }),
      })),
  }
}

type Runner = (requests: VisitorRequest[], perSecond: number) => Promise<Run>

/**
 * Sends each kind of write alone at rising rates, until the p99 exceeds one second or more than 0.1
 * % of the requests fail.
 */
async function raiseRates(writes: Writes, run: Runner) {
  const rows = [
    ['', 'req/s', 'failed', 'p50 ms', 'p99 ms', 'max ms', 'instances', 'nginx', 'PostgreSQL'],
  ]
  for (const [name, buildRequests] of Object.entries(writes)) {
    for (const perSecond of RATES) {
      const requests = buildRequests(perSecond)
      if (requests.length < perSecond * SECONDS) break
      const { summary, used, seconds } = await run(requests, perSecond)
      const all = totalOf(summary)
      const failed = failures(all)
      rows.push([
        name,
        whole(perSecond),
        whole(failed),
        ms(all.p50),
        ms(all.p99),
        ms(all.max),
        ...[used.instances, used.nginx, used.PostgreSQL].map((s) => ratio(s / seconds)),
      ])
      if (!meetsTarget({ ...all, failed })) break
    }
  }
  print(`\neach kind of write alone, CPU in cores\n${markdown(rows)}`)
}
