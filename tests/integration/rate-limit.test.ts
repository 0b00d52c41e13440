import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getSql } from '@/db/pool'
import { processSingleton } from '@/db/process-singleton.mjs'
import { rateLimitStore } from '@/db/queries/rate-limits'
import { ServiceError } from '@/lib/http/errors'
import { rateLimitByIp, rateLimitByKey } from '@/lib/http/rate-limit'
import { siteEndpoints } from '@/lib/site/endpoints'
import { studentEmail } from '@/lib/students/email'
import { addConsent } from '../support/programme-rows'

/** Clears the counters in memory, so that the next request is counted as by a new instance. */
const simulateNewInstance = () => processSingleton('limiters', () => new Map()).clear()

const outcome = (request: Promise<void>) =>
  request.then(
    () => 'passed' as const,
    (error: ServiceError) => error,
  )
const requestFrom = (address: string) =>
  new Request('http://x/', { headers: { 'x-forwarded-for': address } })

beforeEach(async () => {
  simulateNewInstance()
  await getSql()`truncate rate_limits`
})
afterEach(() => vi.restoreAllMocks())

describe('the rate limit per key', () => {
  const limit = { points: 5, seconds: 60 }

  it('is counted across all instances, also under concurrency', async () => {
    const results = []
    for (let round = 0; round < 4; round++) {
      simulateNewInstance()
      const requests = Array.from({ length: 5 }, () => outcome(rateLimitByKey('test', 'a', limit)))
      results.push(...(await Promise.all(requests)))
    }
    expect(results.filter((r) => r === 'passed')).toHaveLength(5)
    const refusal = results.find((r) => r !== 'passed') as ServiceError
    expect(refusal.status).toBe(429)
    expect(refusal.more.retryAfterSeconds).toBeGreaterThan(50)
    expect(await outcome(rateLimitByKey('test', 'b', limit))).toBe('passed')
    expect(await outcome(rateLimitByKey('other', 'a', limit))).toBe('passed')
  })

  it('needs no database statement after it is exceeded', async () => {
    for (let i = 0; i < 7; i++) await outcome(rateLimitByKey('test', 'a', limit))
    const query = vi.spyOn(rateLimitStore, 'query')
    expect(await outcome(rateLimitByKey('test', 'a', limit))).toBeInstanceOf(ServiceError)
    expect(query).not.toHaveBeenCalled()
  })

  it('starts again after its time has expired', async () => {
    const onePerMinute = { points: 1, seconds: 60 }
    expect(await outcome(rateLimitByKey('test', 'a', onePerMinute))).toBe('passed')
    expect(await outcome(rateLimitByKey('test', 'a', onePerMinute))).toBeInstanceOf(ServiceError)
    await getSql()`update rate_limits set expire = 0`
    simulateNewInstance()
    expect(await outcome(rateLimitByKey('test', 'a', onePerMinute))).toBe('passed')
  })

  it('stores no personal data in its table', async () => {
    await rateLimitByKey('test', '0036512345', limit)
    const [row] = await getSql()`select key from rate_limits`
    expect(row?.key).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('connection lost'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('is counted by each instance alone when the database %s', async (_how, query) => {
    vi.spyOn(rateLimitStore, 'query').mockImplementation(query)
    const requests = Array.from({ length: 7 }, () => outcome(rateLimitByKey('test', 'a', limit)))
    expect((await Promise.all(requests)).filter((r) => r === 'passed')).toHaveLength(5)
  })

  it('lets requests pass when counting itself fails', async () => {
    vi.spyOn(rateLimitStore, 'query').mockRejectedValue(new Error('connection lost'))
    vi.spyOn(RateLimiterMemory.prototype, 'consume').mockRejectedValue(new Error('broken'))
    expect(await outcome(rateLimitByKey('test', 'a', limit))).toBe('passed')
  })
})

describe('the rate limit per IP', () => {
  const flood = async (count: number) => {
    let passed = 0
    for (let i = 0; i < count; i++)
      if ((await outcome(rateLimitByIp(requestFrom('203.0.113.7'), 600))) === 'passed') passed++
    return passed
  }

  // Rule 14.5: 600 requests a minute are allowed for one IP.
  it('allows 600 requests a minute, and refuses further requests', async () => {
    expect(await flood(800)).toBe(600)
    expect(await outcome(rateLimitByIp(requestFrom('203.0.113.8'), 600))).toBe('passed')
  })

  it('queries the database once for every sixty requests', async () => {
    const query = vi.spyOn(rateLimitStore, 'query')
    await flood(59)
    expect(query).not.toHaveBeenCalled()
    await flood(541)
    expect(query).toHaveBeenCalledTimes(10)
  })

  it('counts the requests of several instances together, with an excess of at most 300', async () => {
    let passed = 0
    for (let i = 0; i < 4; i++) {
      simulateNewInstance()
      passed += await flood(500)
    }
    expect(passed).toBeGreaterThanOrEqual(600)
    expect(passed).toBeLessThanOrEqual(600 + 5 * 60)
  })

  it('allows a thousand sign-ups from one IP, as from a dormitory', {
    tags: ['full'],
  }, async () => {
    await addConsent(getSql())
    const { POST } = siteEndpoints['forms/brucosi-form-submit']
    const signUp = async (i: number) => {
      const student = { name: 'Ana', surname: 'Novak', jmbag: `0036${700_000 + i}` }
      const body = { ...student, email: studentEmail(student, 'fer.hr'), gdpr_accepted: true }
      const headers = { 'content-type': 'application/json', 'idempotency-key': `dormitory-${i}` }
      const request = new Request('http://x/api/forms/brucosi-form-submit/', {
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify(body),
      })
      return (await POST(request, { params: Promise.resolve({}) })).status
    }
    const statuses: number[] = []
    for (let start = 0; start < 1000; start += 20)
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => signUp(start + i)))))
    expect(statuses.filter((status) => status !== 201)).toEqual([])
    const [stored] =
      await getSql()`select count(*)::int as n from signups where jmbag >= '0036700000'`
    expect(stored?.n).toBe(1000)
  })
})
