import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type postgres from 'postgres'
import { connect } from '@/db/pool'
import { newPassageId } from '@/lib/admission/rules'
import { print } from '@/scripts/lib/command'
import { type Instance, startInstance } from '../support/instance'
import { night, playNight } from '../support/passages'
import { registerPhones, SCAN_INTERVAL_MS } from './gate-calls'
import { ms, table, whole } from './table'

const STREAMS = 50
const SCANS = 600
const QUEUE_SIZE = 2000
const BATCH_SIZE = 500
const NIGHTS = 10_000

/**
 * Measures the requests of gate phones other than scans: roster, event stream and queue, for one
 * size of guest list.
 */
export async function benchGate(url: string, sql: postgres.Sql, guests: number) {
  const env = { BUILD_DIR: '.next/bench' }
  const instances = [await startInstance(url, env), await startInstance(url, env)]
  try {
    const phones = await registerPhones(sql, STREAMS)
    const roster = await readRoster(instances[0] as Instance, phones[0] as string)
    const delays = await watchScans(sql, instances, phones, roster.cursor)
    const queue = await deliverQueue(sql, instances[0] as Instance, phones[1] as string)
    print(
      `\ngate, ${whole(guests)} guests\n${table([
        ['', 'value', 'target'],
        ['roster, kB sent', whole(roster.sent / 1024), guests > 20_000 ? '20,480' : ''],
        ['roster, s until fully loaded', ms(roster.seconds), ''],
        [`from a scan to ${STREAMS} streams, p50 ms`, ms(delays.p50), ''],
        [`from a scan to ${STREAMS} streams, p99 ms`, ms(delays.p99), '1,000.0'],
        [`${whole(QUEUE_SIZE)} passages, each sent three times, s`, ms(queue), '3.0'],
      ])}`,
    )
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()))
  }
}

/** Downloads all pages of the roster with gzip, as a browser does. */
async function readRoster({ url }: Instance, cookie: string) {
  const { gunzipSync } = await import('node:zlib')
  const { get } = await import('node:http')
  const from = performance.now()
  let [after, sent, cursor] = [0, 0, '']
  for (;;) {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const headers = { cookie, accept: 'application/json', 'accept-encoding': 'gzip' }
      get(`${url}/api/gate/roster/?after=${after}`, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => resolve(Buffer.concat(chunks)))
      }).on('error', reject)
    })
    sent += bytes.length
    const page = JSON.parse(gunzipSync(bytes).toString())
    if (cursor === '') cursor = page.cursor
    if (page.count === 0) return { sent, cursor, seconds: (performance.now() - from) / 1000 }
    after = page.last
  }
}

/**
 * Measures the ms from sending a scan until each event stream reports it. Returns the percentiles
 * over all streams.
 */
async function watchScans(
  sql: postgres.Sql,
  instances: Instance[],
  phones: string[],
  cursor: string,
): Promise<{ p50: number; p99: number }> {
  const people = await sql<{ id: number; code: string }[]>`
    select id, conf_code as code from guests where conf_code is not null and entered_at is null
      and deleted_at is null order by id limit ${SCANS}`
  const sentAt = new Map<number, number>()
  const times: number[] = []
  const controller = new AbortController()
  const hasAll = () => times.length >= people.length * STREAMS
  const watch = async (cookie: string, i: number) => {
    const { url } = instances[i % instances.length] as Instance
    const response = await fetch(`${url}/api/gate/stream/?since=${cursor}`, {
      headers: { cookie },
      signal: controller.signal,
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const follow = async () => {
      const decoder = new TextDecoder()
      for (let text = ''; ; ) {
        const { done, value } = await reader.read()
        if (done) return
        const events = (text + decoder.decode(value, { stream: true })).split('\n\n')
        text = events.pop() ?? ''
        for (const event of events)
          for (const { id } of JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}').guests ?? [])
            if (sentAt.has(id)) times.push(performance.now() - (sentAt.get(id) as number))
      }
    }
    return follow().catch(() => {})
  }
  const streams = phones.map(watch)
  await sleep(1000)
  const { url } = instances[0] as Instance
  const from = performance.now()
  await Promise.all(
    people.map(async ({ id, code }, i) => {
      await sleep(from + i * SCAN_INTERVAL_MS - performance.now())
      sentAt.set(id, performance.now())
      await post(url, '/api/gate/scan/', phones[i % phones.length] as string, {
        id: newPassageId(),
        code,
        direction: 'in',
      })
    }),
  )
  for (let i = 0; i < 100 && !hasAll(); i++) await sleep(100)
  controller.abort()
  await Promise.all(streams)
  if (!hasAll()) throw new Error(`only ${times.length} of ${people.length * STREAMS} scans arrived`)
  times.sort((a, b) => a - b)
  const at = (p: number) => times[Math.floor(times.length * p)] as number
  return { p50: at(0.5), p99: at(0.99) }
}

async function post(url: string, path: string, cookie: string, body: object) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}

/**
 * Returns the seconds to deliver a night's queue of offline admissions, with each batch sent three
 * times at once. Throws unless each passage counts exactly once.
 */
async function deliverQueue(sql: postgres.Sql, { url }: Instance, cookie: string) {
  const rows = await sql<{ id: number }[]>`
    select id from guests where deleted_at is null order by id desc limit ${QUEUE_SIZE}`
  const at = new Date().toISOString()
  const passages = rows.map(({ id }) => ({
    id: newPassageId(),
    guestId: id,
    direction: 'in',
    verdict: 'admitted',
    decided: 'alone',
    at,
  }))
  const from = performance.now()
  for (let i = 0; i < passages.length; i += BATCH_SIZE) {
    const body = { sentAt: new Date().toISOString(), passages: passages.slice(i, i + BATCH_SIZE) }
    const requests = [1, 2, 3].map(() => post(url, '/api/gate/passages/', cookie, body))
    const responses: { results: { outcome: string }[] }[] = await Promise.all(requests)
    const counted = responses.flatMap(({ results }) =>
      results.filter(({ outcome }) => outcome === 'counted'),
    )
    if (counted.length !== body.passages.length)
      throw new Error(`${counted.length} passages were counted`)
  }
  return (performance.now() - from) / 1000
}

/**
 * Plays random nights with the passages delivered in random order. Fails if presence or duplicate
 * admissions differ from those that the rules compute.
 */
export async function benchConvergence(url: string) {
  const { sql, db } = connect(url, { max: 8 })
  const from = performance.now()
  try {
    await fc.assert(
      fc.asyncProperty(night, async (generatedNight) => {
        const { computed, stored } = await playNight(db, sql, generatedNight)
        return isDeepStrictEqual(computed, stored)
      }),
      { numRuns: NIGHTS },
    )
    const minutes = (performance.now() - from) / 60_000
    print(`\n${whole(NIGHTS)} random nights converged in ${ms(minutes)} minutes`)
  } finally {
    await sql.end()
  }
}
