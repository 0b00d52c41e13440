import fc from 'fast-check'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@/db/seed/demo'
import { readContract } from '../support/api-contract'
import {
  type ApiFixture,
  credentials,
  makeToken,
  newAddress,
  openSession,
  startApiFixture,
} from '../support/api-fixture'
import { API_CALLS } from '../support/api-table'
import { type Attack, attack } from '../support/hostile'
import { sendBytes, sendRaw } from '../support/raw-http'

/**
 * Seconds of generated attacks, and their seed. The default seed is fixed, so that a failure comes
 * from a change of the code and not from chance. `HOSTILE_SECONDS=150 HOSTILE_SEED=$RANDOM npm test
 * -- system` searches further.
 */
const SECONDS = Number(process.env.HOSTILE_SECONDS ?? 24)
const SEED = Number(process.env.HOSTILE_SEED ?? 2026)

let fixture: ApiFixture
let contract: Awaited<ReturnType<typeof readContract>>
let admin: Record<string, string>

beforeAll(async () => {
  fixture = await startApiFixture((sql) =>
    seedDemo(sql as never, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` }),
  )
  contract = await readContract(fixture.url)
  // Gives the admin an id so high that no generated attack hits this user.
  const [user] = await fixture.sql`
    insert into users (id, name, email, privilege) overriding system value
    values (900000, 'Napadač', 'napadac@brucosijada.example', 1) returning id`
  const sid = await openSession(fixture.sql, user?.id)
  admin = credentials('bearer', await makeToken('bearer', { sid, expires: '1h' }), fixture.url)
})
afterAll(() => fixture?.stop())

/**
 * Tables that are left out of the checksum, because they change even when a request is refused. For
 * example, rate limits and refused scans are stored.
 */
const VOLATILE_TABLES = [
  'rate_limits',
  'auth_sessions',
  'idempotency_keys',
  'migrations',
  'passages',
]
/**
 * Tables of which only the number of rows is compared: background jobs update rows, but insert
 * none.
 */
const COUNTED_TABLES = ['mails', 'webhook_receivers', 'webhook_deliveries']

/**
 * Returns one text for the content of the database: for each table the number of rows and the sum
 * of the transaction ids that wrote them. Any insert, update or delete changes the text.
 */
async function checksum(sql: postgres.Sql): Promise<string> {
  tables ??= (
    await sql`select relname as name from pg_stat_user_tables where schemaname = 'public'`
  )
    .map(({ name }) => name as string)
    .filter((name) => !VOLATILE_TABLES.includes(name))
  const parts = tables.map(
    (name) =>
      `select '${name}' as t, count(*) as n, ${COUNTED_TABLES.includes(name) ? 0 : 'sum(xmin::text::bigint)'} as x from "${name}"`,
  )
  const [row] = await sql.unsafe(
    `select string_agg(t || n || ':' || coalesce(x, 0), ' ' order by t) as sum
     from (${parts.join(' union all ')}) every_table`,
  )
  return row?.sum
}
let tables: string[] | undefined

/** Checksum of the database after the last accepted write. Null if it must be computed again. */
let knownChecksum: string | null = null

async function sendAttack(
  callerHeaders: Record<string, string>,
  { call, path, headers, body }: Attack,
) {
  const isWrite = call.method !== 'GET'
  if (isWrite) knownChecksum ??= await checksum(fixture.sql)
  const request = {
    method: call.method,
    path,
    body,
    headers: { ...headers, ...callerHeaders, 'x-forwarded-for': newAddress() },
  }
  const { status, type, text } = await sendRaw(fixture.url, request)
  const summary = `${call.method} ${path.slice(0, 300)} ${body?.toString('utf8').slice(0, 300) ?? ''}\n→ ${status} ${text.slice(0, 300)}`

  if (call.route !== 'auth/google') expect(status, summary).toBeLessThan(500)
  expect(text, summary).not.toMatch(/\bat .*\.(ts|js):\d|node_modules|PostgresError|select .* from/)
  const route = contract.routeOf(path)
  if (route && contract.describes(route, call.method) && type?.includes('json') && status < 500) {
    const response = { route, method: call.method, status, type, body: JSON.parse(text) }
    expect(contract.problemOf(response), summary).toBeNull()
  }
  // A successful GET may also write: for example, an export of the guest list is logged.
  if (status < 400) knownChecksum = null
  else if (isWrite) expect(await checksum(fixture.sql), summary).toBe(knownChecksum)
}

async function run(callerHeaders: () => Record<string, string>, seconds: number) {
  let last: Promise<void> | undefined
  await fc.assert(
    fc.asyncProperty(attack, (generated) => {
      last = sendAttack(callerHeaders(), generated)
      return last
    }),
    {
      seed: SEED,
      numRuns: 1_000_000,
      interruptAfterTimeLimit: seconds * 1000,
      // Does not shrink a failing attack, because the data of the festival have changed since. The
      // first failure is the clearest.
      endOnFailure: true,
    },
  )
  // The time limit may end the run during an attack. Waits for it, so that it does not disturb the
  // next test.
  await last
}

describe(`generated hostile requests to every route (HOSTILE_SEED=${SEED})`, () => {
  it(
    'from an admin cause no server error, and change no data when they are refused',
    async () => {
      await run(() => admin, SECONDS * 0.75)
      const me = await fetch(`${fixture.url}/api/auth/me/`, { headers: admin })
      expect(me.status, 'still an admin at the end').toBe(200)
    },
    SECONDS * 1000 + 60_000,
  )

  // Rule 10.9: nothing that a client sends causes a 500.
  it(
    'from an anonymous caller cause no server error, and change no data when they are refused',
    async () => {
      await run(() => ({}), SECONDS * 0.25)
    },
    SECONDS * 1000 + 60_000,
  )
})

describe('malformed HTTP requests', () => {
  // Uses only endpoints with a body: a request without one is complete after its headers.
  const writes = API_CALLS.filter(({ body }) => body !== undefined)
  const start = ({ method, path, route }: (typeof writes)[number]) =>
    `${method} /api/${(path ?? `${route}/`).replaceAll(' ', '%20')} HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.authorization}\r\ncontent-type: application/json\r\nx-forwarded-for: ${newAddress()}\r\n`

  const FAULTS: Record<string, string> = {
    'a body shorter than announced': 'content-length: 1000\r\n\r\n{"name":',
    'a body longer than announced': 'content-length: 2\r\n\r\n{}{"name":"x"}GET / HTTP/1.1\r\n\r\n',
    'a length that is not a number': 'content-length: abc\r\n\r\n{}',
    'a length below zero': 'content-length: -5\r\n\r\n{}',
    'a length beyond the range': 'content-length: 99999999999999999999\r\n\r\n{}',
    'two lengths': 'content-length: 2\r\ncontent-length: 40\r\n\r\n{}',
    'a length and chunks': 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'broken chunks': 'transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    'chunks without an end': 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
    'chunks beyond the limit': `transfer-encoding: chunked\r\n\r\n${'4000\r\n'.concat('x'.repeat(16_384), '\r\n').repeat(20)}0\r\n\r\n`,
    'headers without an end': `x-filler: ${'x'.repeat(40_000)}\r\n`.repeat(3),
    'a line that is not a header': 'no colon here\r\n\r\n',
    'an unknown expectation': 'expect: 200-ok\r\ncontent-length: 2\r\n\r\n{}',
  }

  it.each(Object.entries(FAULTS))(
    '%s gets a response or a closed connection, but no server error',
    async (_what, remainder) => {
      const before = await checksum(fixture.sql)
      for (const call of writes) {
        const text = await sendBytes(fixture.url, start(call) + remainder)
        for (const [, status] of text.matchAll(/^HTTP\/1\.1 (\d+)/gm))
          if (call.route !== 'auth/google') expect(Number(status), call.route).toBeLessThan(500)
        if (!/^HTTP\/1\.1 2/m.test(text)) expect(await checksum(fixture.sql)).toBe(before)
      }
    },
  )

  it('a body that never ends gets a 400', async () => {
    const call = writes.find(({ route }) => route === 'guests/check-in') as (typeof writes)[number]
    const half = `${start(call)}content-length: 50\r\n\r\n{"confCode":`
    const text = await sendBytes(fixture.url, half, { close: false, timeoutMs: 60_000 })
    expect(text).toMatch(/^HTTP\/1\.1 400/)
  })

  it('the instance is healthy afterwards, and has logged no stack trace', async () => {
    await expect.poll(async () => (await fetch(`${fixture.url}/api/health/`)).status).toBe(200)
    expect(fixture.instance.output()).not.toMatch(/\n\s+at .*\.(ts|js):\d/)
  })
})
