import { createHash } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomUuidV1 } from '@/db/uuid'
import { newDatabase } from '../support/database'
import { type Instance, startInstance } from '../support/instance'

let site: Instance
let sql: postgres.Sql

beforeAll(async () => {
  const database = await newDatabase()
  sql = postgres(database, { max: 2, onnotice: () => {} })
  site = await startInstance(database)
})
afterAll(async () => {
  await site?.stop()
  await sql?.end()
})

async function makeTicket(deleted = false): Promise<string> {
  const code = randomUuidV1()
  await sql`insert into guests (name, list_id, conf_code, bought_at, deleted_at)
    select 'Ivo', id, ${code}, now(), ${deleted ? sql`now()` : null} from guest_lists
    where role = 'brucosi'`
  return code
}

/** Returns the status, the headers and a hash of the body. */
async function request(path: string) {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual' })
  const body = await response.text()
  // Leaves out headers that differ between any two responses and reveal nothing, such as the random
  // request id.
  const headers = [...response.headers].filter(
    ([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name),
  )
  return { status: response.status, headers, body: createHash('sha256').update(body).digest('hex') }
}

// Rule 12.20: every wrong ticket URL gets the same response.
it('every wrong ticket URL gets the same response, byte for byte', async () => {
  const valid = await makeTicket()
  const returned = await makeTicket()
  await sql`update guests set conf_code = null, bought_at = null where conf_code = ${returned}`
  const deleted = await makeTicket(true)
  expect((await request(`/karta/${valid}`)).status).toBe(200)
  expect((await request(`/karta/${valid.toUpperCase()}/`)).status).toBe(200)
  // Renders the page once, so that the compared responses all come from the same render.
  await request(`/karta/${randomUuidV1()}`)
  const unknown = await request(`/karta/${randomUuidV1()}`)
  expect(unknown.status).toBe(404)
  expect(Object.fromEntries(unknown.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  for (const wrong of [returned, deleted, 'x', `${valid}0`, "'--", '%00', `${valid}/more`])
    expect(await request(`/karta/${wrong}`), wrong).toEqual(unknown)
  // A ticket URL with percent-encoded letters gets the same privacy headers.
  for (const path of [`/%6Barta/${valid}`, `/k%61rt%61/${valid}`]) {
    const { status, headers } = await fetch(site.url + path)
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  }
  for (const call of [
    'sponsors/public?slug=x',
    'sponsors/public/?slug=x',
    '%73ponsors/public/?slug=x',
  ])
    expect((await fetch(`${site.url}/api/${call}`)).headers.get('referrer-policy'), call).toBe(
      'no-referrer',
    )
  expect(site.output()).not.toContain(valid)
})

it('many wrong codes from one IP address are refused with 429, but many right codes are not', async () => {
  const codes = Array.from({ length: 610 }, () => randomUuidV1())
  await sql`insert into guests (name, list_id, conf_code, bought_at)
    select 'Ivo', (select id from guest_lists where role = 'brucosi'), code::uuid, now()
    from unnest(${codes}::text[]) as code`
  const statusesOf = async (ticketCodes: string[]) => {
    const statuses: number[] = []
    for (let at = 0; at < ticketCodes.length; at += 50)
      statuses.push(
        ...(await Promise.all(
          ticketCodes
            .slice(at, at + 50)
            .map(async (code) => (await request(`/karta/${code}`)).status),
        )),
      )
    return statuses
  }
  expect(new Set(await statusesOf(codes))).toEqual(new Set([200]))
  const requestWrongCodes = () => statusesOf(Array.from({ length: 100 }, () => randomUuidV1()))
  const open = () => fetch(`${site.url}/karta/${codes[0]}`)
  let refused = await open()
  while (refused.status === 200) {
    for (const status of await requestWrongCodes()) expect([404, 429]).toContain(status)
    refused = await open()
  }
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(await refused.text()).toContain('Previše zahtjeva')
})
