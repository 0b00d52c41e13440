import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

let one: Instance
let two: Instance
let sql: postgres.Sql

beforeAll(async () => {
  const database = await newDatabase()
  sql = postgres(database, { max: 1 })
  ;[one, two] = await Promise.all([startInstance(database), startInstance(database)])
})
afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()])
  await sql?.end()
})

const setLive = async (at: Instance, visible: 0 | 1) =>
  fetch(`${at.url}/api/visibility/COMINGSOON_VISIBILITY/`, {
    method: 'PUT',
    headers: {
      cookie: await demoCookie(at.url, 1),
      origin: at.url,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ visible }),
  })

const status = async (at: Instance) => (await fetch(`${at.url}/brucosi`)).status

it('a flag changed on one is on its very next request, and on the other within a second', async () => {
  for (const visible of [1, 0, 1] as const) {
    const expected = visible ? 200 : 404
    expect((await setLive(one, visible)).status).toBe(200)
    const changed = performance.now()
    expect(await status(one)).toBe(expected)
    while ((await status(two)) !== expected) {
      expect(performance.now() - changed).toBeLessThan(1000)
      await sleep(20)
    }
  }
})

it('an instance that missed messages while its connection was gone makes up for them', async () => {
  await setLive(one, 1)
  await expect.poll(() => status(two), { timeout: 2000 }).toBe(200)
  // What was written while nobody could listen is seen once the connection is back.
  await sql`update visibility_flags set visible = false where name = 'COMINGSOON_VISIBILITY'`
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  await expect.poll(() => status(two), { timeout: 15_000 }).toBe(404)
  await expect.poll(() => status(one), { timeout: 15_000 }).toBe(404)
})
