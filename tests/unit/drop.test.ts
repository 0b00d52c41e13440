import { describe, expect, it } from 'vitest'
import { createRandom } from '@/db/seed/random'
import {
  addressOf,
  arrivals,
  DEFAULT_ON_SALE,
  planOnSale,
  planSteady,
  type RecordedRequest,
  type Site,
} from '../bench/drop-schedule'
import {
  capacityRows,
  failures,
  meetsTarget,
  ResponseStats,
  saturationPoint,
  tenMillionRows,
  totalOf,
} from '../bench/drop-summary'

const part = (path: string, fields: Partial<RecordedRequest> = {}): RecordedRequest => ({
  after: 40,
  path,
  headers: {},
  isOnce: false,
  ...fields,
})
const page = (path: string) => [
  part(path, { after: 0, etag: `"${path}"` }),
  part('/_next/static/a.js', { isOnce: true }),
  part('/sw.js', { after: 300 }),
]
const site: Site = {
  pages: Object.fromEntries(
    ['/', '/lineup', '/lineup/ada', '/satnica', '/ulaznice', '/cjenik', '/brucosi'].map((path) => [
      path,
      page(path),
    ]),
  ),
  performers: ['/lineup/ada', '/lineup/bruno'],
  codes: ['one', 'two'],
  studentDomain: 'fer.hr',
}

describe('the plan of the on-sale load', () => {
  const load = DEFAULT_ON_SALE(20_000, 300)

  it('has sorted arrivals within the duration, at three times the final rate at first', () => {
    const times = arrivals(createRandom(1), load)
    expect(times).toHaveLength(20_000)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBeGreaterThanOrEqual(0)
    expect(times.at(-1)).toBeLessThanOrEqual(300_000)
    const within = (from: number, to: number) =>
      times.filter((at) => at >= from * 1000 && at < to * 1000).length / (to - from)
    expect(within(0, 3) / within(200, 300)).toBeCloseTo(2.9, 0)
  })

  it('has the gaps of a Poisson process between arrivals at an even rate', () => {
    const times = arrivals(createRandom(2), { ...load, burst: 0 })
    const gaps = times.slice(1).map((at, i) => at - (times[i] as number))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    expect(mean).toBeCloseTo(15, 0)
    // In an exponential distribution the share of values above the mean is 1/e, and the standard
    // deviation equals the mean.
    expect(gaps.filter((gap) => gap > mean).length / gaps.length).toBeCloseTo(Math.exp(-1), 1)
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
    expect(deviation / mean).toBeCloseTo(1, 1)
  })

  it('is the same for the same seed, and sorted by send time', () => {
    const small = DEFAULT_ON_SALE(300, 30)
    const plan = planOnSale(small, site)
    expect(planOnSale(small, site)).toEqual(plan)
    expect(planOnSale({ ...small, seed: 3 }, site)).not.toEqual(plan)
    expect(plan.map(({ at }) => at)).toEqual(plan.map(({ at }) => at).sort((a, b) => a - b))
  })

  it('requests a file once per visitor, and cached pages again with their ETag, as a browser does', () => {
    const plan = planOnSale(DEFAULT_ON_SALE(3000, 600), site)
    const visits = new Map<number, typeof plan>()
    for (const planned of plan)
      visits.set(planned.visitor, [...(visits.get(planned.visitor) ?? []), planned])
    for (const visit of visits.values()) {
      const scripts = visit.filter(({ request }) => request.path === '/_next/static/a.js')
      expect(scripts.length).toBeLessThanOrEqual(1)
      for (const { request } of visit)
        if (request.kind === 'page, revalidated')
          expect(request.headers?.['if-none-match']).toBe(`"${request.path}"`)
    }
    const share = (kind: string) =>
      new Set(plan.filter(({ request }) => request.kind === kind).map(({ visitor }) => visitor))
        .size / 3000
    expect(share('sign-up')).toBeCloseTo(0.24, 1)
    expect(share('ticket page')).toBeCloseTo(0.05, 1)
    expect(share('bot')).toBeCloseTo(0.03, 1)
    expect(share('page, revalidated')).toBeGreaterThan(0.3)
    const bodies = plan.flatMap(({ request }) =>
      request.body ? [JSON.parse(request.body).jmbag] : [],
    )
    expect(new Set(bodies).size).toBe(bodies.length)
  })

  it('keeps thinking times in proportion to the pace', () => {
    const length = (pace: number) => {
      const plan = planOnSale({ ...DEFAULT_ON_SALE(500, 10), pace }, site)
      return (plan.at(-1)?.at ?? 0) - 10_000
    }
    expect(length(1)).toBeGreaterThan(20_000)
    expect(length(1)).toBeLessThanOrEqual(30_000)
    expect(length(0.05)).toBeLessThan(length(1) / 10)
  })

  it('for a steady rate has rate × duration requests, shared by all visitors', () => {
    const requests = [{ kind: 'a', method: 'GET', path: '/' } as const]
    const plan = planSteady(requests, 100, 5, 8)
    expect(plan).toHaveLength(500)
    expect(new Set(plan.map(({ visitor }) => visitor)).size).toBe(8)
  })

  it('uses loopback IPs, some of them shared by many visitors', () => {
    const addresses = Array.from({ length: 10_000 }, (_, visitor) => addressOf(visitor))
    expect(addresses.every((address) => /^127\.\d+\.\d+\.\d+$/.test(address))).toBe(true)
    const counts = Object.values(
      addresses.reduce<Record<string, number>>((all, address) => {
        all[address] = (all[address] ?? 0) + 1
        return all
      }, {}),
    ).sort((a, b) => b - a)
    expect(counts[0]).toBe(500)
    expect(counts[1]).toBeGreaterThan(50)
    expect(counts.at(-1)).toBe(1)
  })
})

describe('the summary of the on-sale load', () => {
  it('counts requests, response times and failures by kind and in total', () => {
    const stats = new ResponseStats()
    for (let i = 1; i <= 1000; i++) stats.record('page', 200, i, 10)
    stats.record('sign-up', 429, 5)
    stats.record('sign-up', 201, 5)
    stats.record('bot', 404, 5)
    stats.record('page', 'no answer', 20_000)
    stats.recordDelay(2)
    const { kinds, late } = stats.summary()
    const summaryOf = (name: string) => kinds.find(({ kind }) => kind === name)
    expect(summaryOf('page')?.count).toBe(1001)
    expect(summaryOf('page')?.p50).toBeCloseTo(501, -1)
    expect(summaryOf('page')?.p99).toBeCloseTo(991, -1)
    expect(summaryOf('page')?.max).toBeCloseTo(20_000, -2)
    expect(kinds.filter(({ kind }) => kind !== 'all').map((kind) => [kind.kind, failures(kind)]))
      // Sorted by the number of requests.
      .toEqual([
        ['page', 1],
        ['sign-up', 1],
        ['bot', 0],
      ])
    expect(totalOf({ kinds }).count).toBe(1004)
    expect(late.max).toBeCloseTo(2, 1)
  })

  it('finds the saturation point: the last load step before the first that fails', () => {
    const step = (p99: number, failed = 0) => ({ p99, failed, count: 1000 })
    expect(meetsTarget(step(1000, 1))).toBe(true)
    expect(meetsTarget(step(10, 2))).toBe(false)
    const steps = [step(20), step(300), step(4000), step(200)]
    expect(saturationPoint(steps)).toBe(steps[1])
    expect(saturationPoint([step(20), step(30)])).toEqual(step(30))
    expect(saturationPoint([step(20, 500)])).toBeNull()
  })

  it('computes visitors per machine, and cores for ten million, from the CPU time per visitor', () => {
    // A visitor costs 30 ms in the application and 5 ms in the database. A core at 70 % load serves
    // 20 visitors a second.
    const rows = new Map(capacityRows(30, 5).map(([name, ...figures]) => [name, figures]))
    expect(rows.get('everything on one core')).toEqual(['20', '6,000'])
    expect(rows.get('4 machines with 4 cores, database with 16')?.[0]).toBe('373')
    // The database is the limit here, so more machines for the application do not help.
    expect(rows.get('64 machines with 4 cores, database with 16')?.[0]).toBe('2,240')
    expect(tenMillionRows(30, 5).at(-1)).toEqual(['in five minutes', '33,333', '1,429', '239'])
  })
})
