import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serversOf } from '@/db/failover'
import { connect } from '@/db/pool'
import { crudEntityEndpoints } from '@/lib/endpoints/crud'
import { startPair } from '../support/clusters'
import { slowedDatabase } from '../support/database'
import { staff } from '../support/factories'
import { call, signedIn } from '../support/gate'

let pair: Awaited<ReturnType<typeof startPair>>
let proxy: Awaited<ReturnType<typeof slowedDatabase>>
const ends: (() => unknown)[] = []

beforeAll(async () => {
  pair = await startPair()
  proxy = await slowedDatabase(pair.first.url())
}, 120_000)
afterAll(async () => {
  proxy?.resume()
  for (const end of ends) await end()
  proxy?.stop()
  await pair?.clear()
}, 120_000)

const portOf = (url: string) => Number(new URL(url).port)

/** Connects to two servers. The first is reached through a proxy that can stop responding. */
function client(...order: ('first' | 'second')[]) {
  const ports = order.map((name) => (name === 'first' ? portOf(proxy.url) : pair.second.port))
  const url = pair.urlBy(...ports)
  const { sql } = connect(url, { max: 2 })
  ends.push(() => sql.end({ timeout: 1 }))
  return { sql, url }
}

const isStandby = 'select pg_is_in_recovery() as standby'
const port = 'select inet_server_port() as port'

it('writes to the primary at any position in the connection string', {
  tags: ['full'],
}, async () => {
  for (const order of [['first', 'second'], ['second', 'first'], ['first']] as const)
    expect(await client(...order).sql.unsafe(isStandby)).toEqual([{ standby: false }])
})

it('names the servers without writes in the error, and recovers when one becomes primary', {
  tags: ['full'],
}, async () => {
  const { sql } = client('second')
  expect(await sql.unsafe(isStandby)).toEqual([{ standby: true }])
  const noPrimary = connect(pair.urlBy(1, pair.second.port))
  ends.push(() => noPrimary.sql.end({ timeout: 1 }))
  const failure = async () => {
    const { code, message } = await noPrimary.sql`select 1`.catch((error) => error)
    return `${code}: ${message}`
  }
  await expect
    .poll(failure)
    .toMatch(
      /^CONNECTION_AWAY: .*127\.0\.0\.1:1 \(.*ECONNREFUSED.*\), 127\.0\.0\.1:\d+ is a standby/,
    )
})

it('follows a promotion away from a silent primary, and never returns to the old one', {
  tags: ['full'],
}, async () => {
  const { sql, url } = client('first', 'second')
  await sql`create table notes (text text)`
  const hanging = sql`select pg_sleep(3600)`.catch((error) => error)
  await sql`insert into notes values ('before')`
  // Simulates a power loss: the connections stay open, but receive nothing.
  proxy.hang()
  const unanswered = sql`insert into notes values ('meanwhile')`.catch((error) => error)
  await pair.second.promote()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      await serversOf(url).checkForPromotion()
      await sleep(50)
    }
  })()
  ends.push(async () => {
    isOver = true
    await watching
  })
  expect((await hanging).code).toBe('CONNECTION_CLOSED')
  expect((await unanswered).code).toBe('CONNECTION_CLOSED')
  await sql`insert into notes values ('after')`
  expect(await sql`select text from notes`).toEqual([{ text: 'before' }, { text: 'after' }])

  // The old server responds again, and still claims to be the primary.
  proxy.resume()
  const old = connect(proxy.url, { max: 1 })
  ends.push(() => old.sql.end({ timeout: 1 }))
  expect(await old.sql.unsafe(isStandby)).toEqual([{ standby: false }])
  await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})
  for (let i = 0; i < 5; i++) expect(await sql.unsafe(port)).toEqual([{ port: pair.second.port }])
  const newClient = client('first', 'second')
  expect(await newClient.sql.unsafe(port)).toEqual([{ port: pair.second.port }])
  // A new process compares both servers and chooses the promoted one, if both respond in time.
  let another = 0
  const chosen = async () => {
    const { sql } = connect(`${url}&application_name=another-${another++}`, { max: 1 })
    return (await sql.unsafe(port).finally(() => sql.end({ timeout: 1 })))[0]?.port
  }
  await expect.poll(chosen).toBe(pair.second.port)
})

it('runs later transactions correctly after a connection is lost inside one', {
  tags: ['full'],
}, async () => {
  let losses = 0
  const { sql } = connect(process.env.DATABASE_URL as string, { max: 2 }, () => {
    losses++
  })
  ends.push(() => sql.end())
  await sql`create table lines (text text)`
  const other = connect(process.env.DATABASE_URL as string, { max: 1 })
  ends.push(() => other.sql.end())
  for (const isCaught of [false, true]) {
    const before = losses
    const lost = sql.begin(async (tx) => {
      await tx.unsafe(`insert into lines values ('lost')`)
      const [own] = await tx.unsafe('select pg_backend_pid() as pid')
      await other.sql`select pg_terminate_backend(${own?.pid}, 10000)`
      if (isCaught) return
      await expect.poll(() => losses).toBeGreaterThan(before)
      await tx.unsafe(`insert into lines values ('outside')`)
    })
    await expect(lost).rejects.toThrow()
    const next = await sql.begin(async (tx) => {
      await tx.unsafe(`insert into lines values ('stored')`)
      return tx.unsafe('select text from lines')
    })
    expect(new Set(next.map(({ text }) => text))).toEqual(new Set(['stored']))
  }
})

it('retries a read, but not a write, after the database connection is lost', {
  tags: ['full'],
}, async () => {
  await staff(1)
  const headers = { ...(await signedIn(1)), 'content-type': 'application/json' }
  const other = connect(process.env.DATABASE_URL as string, { max: 2 })
  ends.push(() => other.sql.end())
  const waiting = () => other.sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const interrupt = (send: () => Promise<Response>) =>
    other.sql.begin(async (tx) => {
      await tx`lock table band_contacts`
      const response = send()
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
      for (const { pid } of await waiting())
        await other.sql`select pg_terminate_backend(${pid}, 10000)`
      return { response }
    })
  const read = await interrupt(() => call(crudEntityEndpoints.contact.GET, 'GET', { headers }))
  expect((await read.response).status).toBe(200)
  const body = JSON.stringify({ bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' })
  const write = await interrupt(() =>
    crudEntityEndpoints.contact.POST(
      new Request('http://x/api/contact/', { method: 'POST', headers, body }),
      { params: Promise.resolve({}) },
    ),
  )
  const refused = await write.response
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('Baza podataka') })
  expect(await other.sql`select from band_contacts`).toHaveLength(0)
})

it('ends a pool after its connection was lost during a statement', async () => {
  const lost = connect(process.env.DATABASE_URL as string, { max: 1 })
  const other = connect(process.env.DATABASE_URL as string, { max: 1 })
  ends.push(() => other.sql.end())
  const [own] = await lost.sql`select pg_backend_pid() as pid`
  const asleep = lost.sql`select pg_sleep(3600)`.catch((error) => error)
  const listSleeping = () => other.sql`
    select from pg_stat_activity where pid = ${own?.pid} and wait_event = 'PgSleep'`
  await expect.poll(async () => (await listSleeping()).length).toBe(1)
  await other.sql`select pg_terminate_backend(${own?.pid})`
  expect((await asleep).code).toBe('CONNECTION_CLOSED')
  await lost.sql.end()
})
