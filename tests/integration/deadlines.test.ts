import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, getSql, runAsLongWork } from '@/db/pool'
import type { EndpointSpec } from '@/lib/api/endpoint-spec'
import { endpoints } from '@/lib/endpoints'
import { crudEntityEndpoints } from '@/lib/endpoints/crud'
import { siteEndpoints } from '@/lib/site/endpoints'
import { staff } from '../support/factories'
import { call, signedIn } from '../support/gate'

const other = connect(process.env.DATABASE_URL as string, { max: 1 })
let headers: Record<string, string>

beforeAll(async () => {
  await staff(1)
  headers = { ...(await signedIn(1)), 'content-type': 'application/json' }
})
afterAll(() => other.sql.end())

const body = JSON.stringify({ bandName: 'Bura', bookerName: 'Iva', bookerPhone: '091' })
const addContact = () =>
  crudEntityEndpoints.contact.POST(
    new Request('http://x/api/contact/', { method: 'POST', headers, body }),
    {
      params: Promise.resolve({}),
    },
  )
const listContacts = () => call(crudEntityEndpoints.contact.GET, 'GET', { headers })
const listFlags = () => call(siteEndpoints.visibility.GET, 'GET')

describe('while a table stays locked', () => {
  it('writes to the table are refused as busy, without delaying reads', async () => {
    await other.sql.begin(async (tx) => {
      await tx`lock table band_contacts in share mode`
      const order: string[] = []
      const writes = Array.from({ length: 30 }, async () => {
        const response = await addContact()
        order.push('write')
        return response
      })
      const waiting = () => getSql()`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0)
      for (let i = 0; i < 5; i++) {
        expect((await listFlags()).status).toBe(200)
        expect((await listContacts()).status).toBe(200)
        order.push('read')
      }
      expect(order.slice(0, 5)).toEqual(Array(5).fill('read'))
      const responses = await Promise.all(writes)
      expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(503))
      const [first] = responses
      expect(first?.headers.get('retry-after')).toBe('5')
      expect(await first?.json()).toMatchObject({
        code: 'busy',
        detail: 'Baza podataka je zauzeta. Pokušajte za koji trenutak.',
      })
    })
    expect((await addContact()).status).toBe(201)
    expect(await other.sql`select from band_contacts`).toHaveLength(1)
  })

  it('reads of the table are refused as busy, and other requests are answered', async () => {
    await other.sql.begin(async (tx) => {
      await tx`lock table band_contacts`
      const reads = await Promise.all(Array.from({ length: 20 }, listContacts))
      expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([503]))
      expect((await listFlags()).status).toBe(200)
    })
    expect((await listContacts()).status).toBe(200)
  })
})

it('cancels a statement of a request at its time limit, and answers the next request', async () => {
  const asleep = getSql().unsafe('select pg_sleep(3600)')
  await expect(asleep).rejects.toMatchObject({ code: '57014' })
  expect(await getSql().unsafe('select 1 as n')).toEqual([{ n: 1 }])
})

const limits = () =>
  getSql().unsafe(`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`)

it('gives long work a statement timeout of 5 minutes, on separate connections', async () => {
  expect(await limits()).toEqual([{ statement: '4s', lock: '2s' }])
  expect(await runAsLongWork(limits)).toEqual([{ statement: '5min', lock: '10s' }])
  const inTransaction = () =>
    getSql().begin((tx) => tx.unsafe(`select current_setting('statement_timeout') as statement`))
  expect(await runAsLongWork(inTransaction)).toEqual([{ statement: '5min' }])
})

it('marks every workbook, archive, import and erasure as long work', () => {
  const rules = Object.entries(endpoints).flatMap(([path, methods]) =>
    Object.values(methods as Record<string, { rule: EndpointSpec }>).map(({ rule }) => ({
      path,
      rule,
    })),
  )
  const needed = rules.filter(({ path, rule }) => {
    const isSheet = rule.contentTypes?.some((type) => /spreadsheet|zip/.test(type))
    return (isSheet && !/template/.test(path)) || /import$|erase$/.test(path)
  })
  expect(needed.length).toBeGreaterThan(10)
  expect(needed.filter(({ rule }) => !rule.long).map(({ path }) => path)).toEqual([])
})
