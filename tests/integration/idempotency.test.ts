import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { getDb, getSql } from '@/db/pool'
import { deleteOldKeys } from '@/db/queries/idempotency-keys'
import { randomUuidV1 } from '@/db/uuid'
import { ANONYMOUS_KEY_LIMIT, HEARTBEAT } from '@/lib/api/idempotency'
import { route } from '@/lib/api/route'
import { writeGuest } from '@/lib/guests/write-guest'
import { ServiceError } from '@/lib/http/errors'
import { makeGuest, staff } from '../support/factories'

let runs = 0
let fault: Error | null = null
let delayMs = 0
/** Whether the test handler writes to the database, and code that runs in that transaction. */
let shouldWrite = false
let duringTransaction = async () => {}
/** Additional work of the test handler. */
let extraWork: () => Promise<unknown> = async () => {}

beforeEach(() => {
  shouldWrite = false
  duringTransaction = async () => {}
  extraWork = async () => {}
  HEARTBEAT.intervalMs = 100
  runs = 0
  fault = null
  delayMs = 0
})

const POST = route(
  {
    access: 'anyone',
    summary: 'Test',
    body: z.object({ name: z.string() }),
    accepts: 'form',
    response: z.object({ name: z.string(), run: z.number() }),
    status: 201,
    perMinute: 100_000,
  },
  async ({ body }) => {
    const run = ++runs
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (shouldWrite)
      await getDb().transaction(async (tx) => {
        await tx.execute(
          sql`insert into activities (entity, entity_id, action) values ('named', '1', ${body.name})`,
        )
        await duringTransaction()
      })
    await extraWork()
    if (fault) throw fault
    return { name: body.name, run }
  },
)

const DELETE = route({ access: 'anyone', summary: 'Test', perMinute: 100_000 }, () => {
  runs++
})

interface RequestInput {
  from?: string
  key?: string
  body?: BodyInit
  path?: string
  method?: string
}

function send({
  from,
  key,
  body = '{"name":"Ana"}',
  path = '/api/things/',
  method = 'POST',
}: RequestInput) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  if (from) headers['x-forwarded-for'] = from
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const request = new Request(`http://x${path}`, {
    method,
    headers,
    body: method === 'POST' ? body : undefined,
  })
  return (method === 'POST' ? POST : DELETE)(request, { params: Promise.resolve({}) })
}

const countKeys = async () =>
  Number((await getSql()`select count(*) from idempotency_keys`)[0]?.count)

describe('a request with an Idempotency-Key', () => {
  // Rule 10.15: a write with an Idempotency-Key is done once.
  it('runs once, and a repeat returns the first response', async () => {
    const key = randomUUID()
    const first = await send({ key })
    const again = await send({ key, path: '/api/things' })
    expect([first.status, again.status, runs]).toEqual([201, 201, 1])
    expect(await again.text()).toBe(await first.text())
    expect(first.headers.has('idempotency-replayed')).toBe(false)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe('application/json')
  })

  it('runs once for fifty concurrent repeats', async () => {
    delayMs = 300
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 50 }, () => send({ key })))
    expect(runs).toBe(1)
    const waiting = responses.filter((response) => response.status === 409)
    const replayed = responses.filter((response) => response.headers.get('idempotency-replayed'))
    expect(waiting.length + replayed.length).toBe(49)
    for (const response of waiting) expect(response.headers.get('retry-after')).toBe('1')
    expect((await send({ key })).status).toBe(201)
    expect(runs).toBe(1)
  })

  // Rule 10.15: the same key with another body is a 422.
  it('is refused with another body, and runs with another path or method', async () => {
    const key = randomUUID()
    await send({ key })
    const other = await send({ key, body: '{"name":"Iva"}' })
    expect(other.status).toBe(422)
    expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused' })
    expect((await send({ key, path: '/api/things/7/' })).status).toBe(201)
    expect((await send({ key, method: 'DELETE' })).status).toBe(204)
    expect((await send({ key, method: 'DELETE' })).headers.get('idempotency-replayed')).toBe('true')
    expect(runs).toBe(3)
  })

  it('recognizes a repeated form by its contents, not by its boundary', async () => {
    const key = randomUUID()
    const form = (name: string) => {
      const data = new FormData()
      data.append('name', name)
      return data
    }
    expect((await send({ key, body: form('Ana') })).status).toBe(201)
    expect((await send({ key, body: form('Ana') })).status).toBe(201)
    expect((await send({ key, body: form('Iva') })).status).toBe(422)
    expect(runs).toBe(1)
  })

  it.each([
    ['a refusal', new ServiceError('conflict', 'Ne ide.'), 409, 1],
    ['a rate limit', new ServiceError('too_many', 'Polako.'), 429, 2],
    ['an outage', new ServiceError('unavailable', 'Nema baze.'), 503, 2],
  ])(
    'that is sent twice and gets %s (%s, status %i) runs %i times',
    async (_what, error, status, expected) => {
      const key = randomUUID()
      fault = error
      expect((await send({ key })).status).toBe(status)
      expect((await send({ key })).status).toBe(status)
      expect(runs).toBe(expected)
    },
  )

  it('takes over from an attempt without a heartbeat for 40 seconds, but not for 20 seconds', async () => {
    await getSql()`truncate idempotency_keys`
    const key = randomUUID()
    await send({ key })
    const simulateDeath = (seconds: number) => getSql()`
      update idempotency_keys set status = null, headers = null, answer = null,
        created_at = now() - make_interval(secs => ${seconds})`
    await simulateDeath(20)
    expect((await send({ key })).status).toBe(409)
    await simulateDeath(40)
    expect((await send({ key, body: '{"name":"Iva"}' })).status).toBe(422)
    await simulateDeath(40)
    const responses = await Promise.all(Array.from({ length: 10 }, () => send({ key })))
    expect(responses.filter((response) => response.status === 201).length).toBeGreaterThan(0)
    expect(runs).toBe(2)
  })

  /** Counts the writes of the test handler, and deletes them. */
  const countWrites = async () =>
    (await getSql()`delete from activities where entity = 'named' returning id`).length

  it('does not run again if its write was committed and then failed, as after a lost COMMIT response', async () => {
    const key = randomUUID()
    shouldWrite = true
    fault = new ServiceError('unavailable', 'Nema baze.')
    expect((await send({ key })).status).toBe(503)
    fault = null
    const again = await send({ key })
    expect([again.status, (await again.json()).code]).toEqual([409, 'already_done'])
    expect(await countWrites()).toBe(1)
  })

  // Rule 10.15: a write that was not done does not count as done.
  it('runs again if the guest changed between read and write, and reading it again failed', async () => {
    const guest = await makeGuest()
    const admin = await staff(1)
    let decisions = 0
    extraWork = () =>
      writeGuest(guest.id, {}, admin, async () => {
        decisions++
        if (decisions === 1) await getSql()`update guests set note = 'x' where id = ${guest.id}`
        if (decisions === 2) throw new ServiceError('unavailable', 'Nema baze.')
        return { patch: { confCode: randomUuidV1() }, action: 'sold' }
      })
    const hasTicket = async () =>
      (await getSql()`select conf_code from guests where id = ${guest.id}`)[0]?.conf_code !== null
    const key = randomUUID()
    expect([(await send({ key })).status, await hasTicket()]).toEqual([503, false])
    expect([(await send({ key })).status, await hasTicket()]).toEqual([201, true])
    expect((await send({ key })).headers.get('idempotency-replayed')).toBe('true')
    expect(decisions).toBe(3)
  })

  it('does not run again if its process died between commit and response', async () => {
    const key = randomUUID()
    shouldWrite = true
    await getSql()`truncate idempotency_keys`
    await send({ key })
    const simulateDeath = (seconds: number) => getSql()`
      update idempotency_keys set status = 0, headers = null, answer = null,
        created_at = now() - make_interval(secs => ${seconds})`
    await simulateDeath(20)
    expect((await (await send({ key })).json()).code).toBe('still_running')
    await simulateDeath(40)
    expect((await (await send({ key })).json()).code).toBe('already_done')
    expect([runs, await countWrites()]).toEqual([1, 1])
  })

  it('stores nothing after another attempt has taken over, as after a frozen process', async () => {
    const key = randomUUID()
    shouldWrite = true
    await getSql()`truncate idempotency_keys`
    duringTransaction = async () => {
      await getSql()`update idempotency_keys set run_id = gen_random_uuid()`
    }
    expect((await send({ key })).status).toBe(409)
    expect(await countWrites()).toBe(0)
  })

  it('is not taken over while it still sends heartbeats', { tags: ['full'] }, async () => {
    const original = HEARTBEAT.timeoutMs
    HEARTBEAT.timeoutMs = 4_000
    try {
      delayMs = 6_000
      const key = randomUUID()
      const startedAt = Date.now()
      await getSql()`truncate idempotency_keys`
      const slow = send({ key })
      await vi.waitFor(async () => expect(await countKeys()).toBe(1), { timeout: 30_000 })
      // Repeats the request until after the time at which a run without heartbeats counts as dead.
      let refused = 0
      while (Date.now() - startedAt < 5_000) {
        if ((await send({ key })).status === 409) refused++
        // This interval keeps the repeats below the limit of keys for anonymous callers.
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(refused).toBeGreaterThan(2)
      expect((await slow).status).toBe(201)
      expect((await send({ key })).headers.get('idempotency-replayed')).toBe('true')
      expect(runs).toBe(1)
    } finally {
      HEARTBEAT.timeoutMs = original
    }
  })

  it('of an anonymous caller is stored up to a limit per network, and above the limit only runs', async () => {
    const original = ANONYMOUS_KEY_LIMIT.points
    ANONYMOUS_KEY_LIMIT.points = 3
    try {
      await getSql()`truncate idempotency_keys`
      const keys = Array.from({ length: 5 }, () => randomUUID())
      for (const key of keys) expect((await send({ key, from: '203.0.113.9' })).status).toBe(201)
      expect([runs, await countKeys()]).toEqual([5, 3])
      const again = await send({ key: keys[0], from: '203.0.113.9' })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect((await send({ key: keys[4], from: '203.0.113.9' })).status).toBe(201)
      expect((await send({ key: randomUUID(), from: '198.51.100.7' })).status).toBe(201)
      expect([runs, await countKeys()]).toEqual([7, 4])
    } finally {
      ANONYMOUS_KEY_LIMIT.points = original
    }
  })

  it.each(['', ' ', 'é', 'a b', 'x'.repeat(201)])('is refused with the key %j', async (key) => {
    expect((await send({ key })).status).toBe(400)
    expect(runs).toBe(0)
  })

  it('is purged after a day, and not stored without a key', async () => {
    await getSql()`truncate idempotency_keys`
    await send({})
    expect(await countKeys()).toBe(0)
    await send({ key: 'a' })
    await getSql()`update idempotency_keys set created_at = now() - interval '23 hours'`
    await deleteOldKeys(getDb())
    expect(await countKeys()).toBe(1)
    await getSql()`update idempotency_keys set created_at = now() - interval '25 hours'`
    await deleteOldKeys(getDb())
    expect(await countKeys()).toBe(0)
  })
})
