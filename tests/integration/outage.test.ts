import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOUN_CALLS } from '@/app/api/nouns'
import { getSql } from '@/db/client'
import { listen } from '@/db/listening'
import { migrateDatabase } from '@/db/migrate'
import { startChores } from '@/lib/background'
import { firstEdition, parseSettings } from '@/lib/config'
import { makeServer } from '../support/clusters'
import { call, signedIn } from '../support/gate'

/**
 * Milliseconds, twice what an instance promises, since this machine may be slow: until requests
 * succeed again, for an answer while the database is away or silent, and for one begun before.
 */
const LIMITS = { recovery: 4_000, whileAway: 6_000, whileSilent: 12_000, begunBefore: 10_000 }

let server: Awaited<ReturnType<typeof makeServer>>
let headers: Record<string, string>
let chores = 0
let beginnings = 0
const heard: string[] = []
let stopChores = () => {}

beforeAll(async () => {
  server = await makeServer('outage')
  await server.begin()
  const url = server.url()
  process.env.DATABASE_URL = url
  await migrateDatabase(url, firstEdition(parseSettings({ DEMO: '0' })))
  await getSql()`insert into users (email, privilege) values ('1@brucosijada.example', 1)`
  headers = { ...(await signedIn(1)), 'content-type': 'application/json' }
  stopChores = startChores(url, { counting: async () => void chores++ }, 100)
  await listen(
    'outage',
    (payload) => heard.push(payload),
    () => void beginnings++,
  )
})
afterAll(async () => {
  stopChores()
  await getSql().end({ timeout: 1 })
  await server?.clear()
})

interface Answer {
  at: number
  took: number
  status: number
}

/** Calls that look and calls that write, a few every tenth of a second, until `stop`. */
function requests() {
  const answers: Answer[] = []
  const pending: Promise<void>[] = []
  let isOver = false
  const body = JSON.stringify({ bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' })
  const write = () =>
    NOUN_CALLS.contact.POST(
      new Request('http://x/api/contact/', { method: 'POST', headers, body }),
      { params: Promise.resolve({}) },
    )
  const look = () => call(NOUN_CALLS.contact.GET, 'GET', { headers })
  const ask = async (what: () => Promise<Response>) => {
    const at = performance.now()
    const { status } = await what()
    answers.push({ at, took: performance.now() - at, status })
  }
  const work = (async () => {
    while (!isOver) {
      for (const what of [look, write, look, look]) pending.push(ask(what))
      await sleep(100)
    }
  })()
  return async () => {
    isOver = true
    await work
    await Promise.all(pending)
    return answers
  }
}

const OUTAGES = [
  { name: 'is stopped for 5 s', seconds: 5, isSilent: false, tags: [] },
  { name: 'is stopped for 30 s', seconds: 30, isSilent: false, tags: ['full'] },
  { name: 'is silent for 8 s', seconds: 8, isSilent: true, tags: ['full'] },
]

describe.each(OUTAGES)('a database that $name', ({ seconds, isSilent, tags }) => {
  it('is asked again as soon as it answers, and nobody waits long', { tags }, async () => {
    const stop = requests()
    await sleep(500)
    const lost = performance.now()
    if (isSilent) server.freeze()
    else await server.stop()
    await sleep(seconds * 1000)
    const beginningsBefore = beginnings
    if (isSilent) server.thaw()
    else await server.start()
    const back = performance.now()
    await expect.poll(() => beginnings).toBeGreaterThan(beginningsBefore)
    const choresBefore = chores
    await expect.poll(() => chores).toBeGreaterThan(choresBefore)
    heard.length = 0
    await getSql().notify('outage', 'back')
    await expect.poll(() => heard).toEqual(['back'])
    await sleep(back + LIMITS.recovery + 500 - performance.now())
    const answers = await stop()

    const slowest = (of: Answer[]) => Math.round(Math.max(...of.map(({ took }) => took)))
    const good = answers.filter(({ status }) => status < 300)
    const before = answers.filter(({ at }) => at < lost)
    const during = answers.filter(({ at }) => at >= lost && at < back)
    const after = answers.filter(({ at }) => at >= back)
    const first = Math.min(
      ...after.filter(({ status }) => status < 300).map(({ at, took }) => at + took - back),
    )
    process.stderr.write(
      `outage of ${seconds} s${isSilent ? ', silent' : ''}: first good answer ${Math.round(first)} ms after; slowest begun before ${slowest(before)}, during ${slowest(during)}, after ${slowest(after)} ms\n`,
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 503]))
    expect(good.length).toBeGreaterThan(0)
    expect(slowest(before)).toBeLessThan(LIMITS.begunBefore)
    expect(slowest(during)).toBeLessThan(isSilent ? LIMITS.whileSilent : LIMITS.whileAway)
    const late = after.filter(({ at }) => at > back + LIMITS.recovery)
    expect(late.length).toBeGreaterThan(0)
    expect(late.filter(({ status }) => status === 503)).toEqual([])
    expect(first).toBeLessThan(LIMITS.recovery)
  })
})
