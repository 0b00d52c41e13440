// covers: lib/api lib/endpoints lib/openapi
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '@/lib/endpoints'
import { readContract } from '../support/api-contract'
import {
  type ApiFixture,
  credentials,
  KINDS,
  type Kind,
  makeToken,
  newAddress,
  openSession,
  pathOf,
  send,
  startApiFixture,
} from '../support/api-fixture'
import { API_CALLS, type ApiCall } from '../support/api-table'
import { sendRaw } from '../support/raw-http'

// Bearer tokens and cookies each have a fixture of their own, so that both find the same data.
let fixtures: Record<Kind, ApiFixture>
let contract: Awaited<ReturnType<typeof readContract>>
const CALLERS = ['nobody', 'privilege 0', 'admin', 'entry', 'tickets', 'entry and tickets']

beforeAll(async () => {
  const [bearer, cookie] = await Promise.all([startApiFixture(), startApiFixture()])
  fixtures = { bearer, cookie }
  contract = await readContract(bearer.url)
})
afterAll(async () => {
  await Promise.all(Object.values(fixtures ?? {}).map((fixture) => fixture.stop()))
})

const nameOf = (call: ApiCall) => `${call.method} /${call.path ?? call.route}`
const named = API_CALLS.map((call) => [nameOf(call), call] as const)
const guarded = named.filter(([, { statuses }]) => statuses[0] === 401 && statuses[2] !== 401)

/**
 * Expects that the response matches the API description, and that an error shows no stack trace.
 */
async function expectDescribed(call: ApiCall, response: Response) {
  const type = response.headers.get('content-type')
  // An event stream never ends, so its body is not read.
  const isStream = type === 'text/event-stream'
  const text = isStream ? '' : await response.text()
  if (isStream) await response.body?.cancel()
  const body = text === '' ? undefined : type?.includes('json') ? JSON.parse(text) : text
  const { route, method } = call
  expect(contract.problemOf({ route, method, status: response.status, type, body })).toBeNull()
  if (response.status >= 400) expect(text).not.toMatch(/\bat .*\.(ts|js):\d|node_modules/)
}

// Rule 9.17: one table says who may call which endpoint.
describe('access to the API', () => {
  it.each(named)(
    '%s responds to each kind of caller with the status of the test table',
    async (_name, call) => {
      await Promise.all(
        KINDS.map(async (kind) => {
          const fixture = fixtures[kind]
          for (const [i, expected] of call.statuses.entries()) {
            const response = await send(
              fixture.url,
              call,
              i === 0 ? {} : fixture.staff(kind, i - 1),
            )
            expect(response.status, `${CALLERS[i]} by ${kind}`).toBe(expected)
            await expectDescribed(call, response)
          }
        }),
      )
    },
  )

  it.each(guarded)(
    '%s refuses a forged, expired or ended sign-in, and a token of the other kind',
    async (_name, call) => {
      const refuse = async (kind: Kind) => {
        const { sql, url } = fixtures[kind]
        const sid = await openSession(sql, 2)
        const [deletedUser] = await sql`
        insert into users (name, email, privilege) values ('X', 'x@brucosijada.example', 1) returning id`
        const [deletedUserSession, endedSession] = [
          await openSession(sql, deletedUser?.id),
          await openSession(sql, 2),
        ]
        await sql`delete from users where id = ${deletedUser?.id}`
        await sql`update auth_sessions set ended_at = now() where id = ${endedSession}`
        const other = kind === 'bearer' ? 'cookie' : 'bearer'
        const unsigned = (await makeToken(kind, { sid }))
          .split('.')
          .toSpliced(0, 1, 'eyJhbGciOiJub25lIn0')
        const tokens = {
          'that is not a token': 'not-a-token',
          'signed with another secret': await makeToken(kind, {
            sid,
            secret: 'made up by somebody else',
          }),
          'not signed at all': `${unsigned.slice(0, 2).join('.')}.`,
          'that has expired': await makeToken(kind, { sid, expires: 1_600_000_000 }),
          'of the other kind': await makeToken(other, { sid }),
          'of a sign-in that has expired': await makeToken(kind, {
            sid: await openSession(sql, 2, '-1 s'),
          }),
          'of a sign-in that was ended': await makeToken(kind, { sid: endedSession }),
          'of a deleted user': await makeToken(kind, { sid: deletedUserSession }),
        }
        await Promise.all(
          Object.entries(tokens).map(async ([description, token]) => {
            const response = await send(url, call, credentials(kind, token, url))
            expect(response.status, `${kind} ${description}`).toBe(401)
            await expectDescribed(call, response)
          }),
        )
      }
      await Promise.all(KINDS.map(refuse))
    },
  )

  it.each(guarded.filter(([, call]) => call.method !== 'GET'))(
    '%s refuses a write from another site with the browser’s cookie',
    async (_name, call) => {
      const { url, staff } = fixtures.cookie
      const { cookie = '' } = staff('cookie', 1)
      for (const origin of ['https://zlo.example', 'null', url.replace('127.0.0.1', 'localhost')]) {
        const response = await send(url, call, { cookie, origin })
        expect(response.status, origin).toBe(403)
        expect((await response.json()).code).toBe('foreign_origin')
      }
      expect((await send(url, call, { cookie })).status, 'no origin').toBe(403)
    },
  )

  // Rule 9.9: the privilege is read from the database on every request.
  it('a user loses access by demotion or deletion, although the token is still valid', async () => {
    const { sql, url } = fixtures.bearer
    const [user] = await sql`
      insert into users (name, email, privilege) values ('Z', 'z@brucosijada.example', 2) returning id`
    const token = await makeToken('bearer', { sid: await openSession(sql, user?.id) })
    const status = async () =>
      (await fetch(`${url}/api/tags/`, { headers: credentials('bearer', token, url) })).status
    expect(await status()).toBe(200)
    await sql`update users set privilege = 3 where id = ${user?.id}`
    expect(await status()).toBe(403)
    await sql`delete from users where id = ${user?.id}`
    expect(await status()).toBe(401)
  })
})

describe('the endpoints, their test table and their description', () => {
  const tableEndpoints = Object.entries(endpoints).flatMap(([route, calls]) =>
    Object.keys(calls).map((method) => `${method} ${route}`),
  )
  const folderEndpoints = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts') && !file.includes('[...'))
    .flatMap((file) => {
      const source = readFileSync(`app/api/${file}`, 'utf8')
      const exports = source.matchAll(/export const (?:\{ ([A-Z, ]+) \}|([A-Z]+)\b)/g)
      return [...exports]
        .flatMap(([, group, single = '']) => (group ?? single).split(', '))
        .map((method) => `${method} ${file.replace(/\/route\.ts$/, '')}`)
    })
  const exported = [...tableEndpoints, ...folderEndpoints].sort()

  // Rule 10.20: the listed endpoints keep their paths and bodies.
  it('the test table lists exactly the endpoints of the code', () => {
    const listed = new Set(API_CALLS.map(({ method, route }) => `${method} ${route}`))
    expect(exported.filter((call) => !listed.has(call))).toEqual([])
    expect([...listed].filter((call) => !exported.includes(call))).toEqual([])
  })

  // Rule 10.13: `GET /api/openapi.json` describes every endpoint.
  it('the description lists exactly the endpoints of the code', () => {
    const described = Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => {
        const route = path.slice(1, -1).replaceAll('{', '[').replaceAll('}', ']')
        return `${method.toUpperCase()} ${route}`
      }),
    )
    expect(described.sort()).toEqual(exported)
  })

  // Regression: POST /mailer/webhook/ answered 415, which its description did not list.
  it('the description lists the errors of a wrong body at each endpoint that takes a body', async () => {
    const { url, staff } = fixtures.bearer
    const callsWithBody = API_CALLS.filter(({ method, route }) => {
      const path = `/${route.replaceAll('[', '{').replaceAll(']', '}')}/`
      return contract.document.paths[path]?.[method.toLowerCase()]?.requestBody
    })
    expect(callsWithBody.length).toBeGreaterThan(60)
    const json = { 'content-type': 'application/json' }
    const refusals: [status: number, body: string | Buffer, headers: Record<string, string>][] = [
      [415, 'x', { 'content-type': 'text/plain' }],
      [413, '{', { ...json, 'content-length': '99999999', connection: 'close' }],
      [400, '{"name":', json],
    ]
    for (const call of callsWithBody)
      for (const [status, body, headers] of refusals) {
        const { method, route } = call
        const requestHeaders = {
          ...staff('bearer', 1),
          ...headers,
          'x-forwarded-for': newAddress(),
        }
        const path = `/api/${pathOf(call)}`
        const response = await sendRaw(url, {
          method,
          path,
          body: Buffer.from(body),
          headers: requestHeaders,
        })
        const describedResponse = {
          route,
          method,
          ...response,
          body: response.text ? JSON.parse(response.text) : undefined,
        }
        expect(contract.problemOf(describedResponse), `${nameOf(call)} ${status}`).toBeNull()
        // Some endpoints check the gate device, the code or the signature before they read the
        // body.
        expect([status, 401, 403, 404, 410], nameOf(call)).toContain(response.status)
      }
  })

  it('every reference in the description resolves, and every operation id is unique', () => {
    const text = JSON.stringify(contract.document)
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = ref
        .split('/')
        .reduce<unknown>(
          (at, part) => (at as Record<string, unknown> | undefined)?.[part],
          contract.document,
        )
      expect(found, ref).toBeDefined()
    }
    const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(exported.length)
  })

  // Rule 10.1: every path works with and without its trailing slash, without a redirect.
  it.each(named)(
    '%s has the same status with and without a trailing slash, and no redirect',
    async (_name, call) => {
      const [path = '', query] = pathOf(call).split('?')
      const isRead = call.method === 'GET'
      const { url, staff } = fixtures.bearer
      const callerHeaders = isRead ? staff('bearer', 1) : {}
      const callWithoutBody = { ...call, body: {} }
      const forms = [path.replace(/\/$/, ''), `${path.replace(/\/$/, '')}/`]
      const statuses = await Promise.all(
        forms.map(async (form) => {
          const response = await send(
            url,
            callWithoutBody,
            callerHeaders,
            isRead && query ? `${form}?${query}` : form,
          )
          return response.status
        }),
      )
      expect(statuses[0]).toBe(statuses[1])
      expect(statuses[0]).not.toBeOneOf([301, 302, 307, 308, 405])
    },
  )
})

// Rules 10.7, 10.8 and 10.9: an error has one shape and the right status, and is never a 500.
describe('responses of the server', () => {
  const raw = (path: string, init: RequestInit = {}) =>
    fetch(`${fixtures.bearer.url}/api/${path}`, {
      ...init,
      headers: {
        ...fixtures.bearer.staff('bearer', 1),
        'content-type': 'application/json',
        ...(init.headers as Record<string, string>),
      },
    })
  const put = (path: string, body: string, headers = {}) =>
    [path, { method: 'PUT', body, headers }] as const

  it.each([
    ['broken JSON', put('guests/1', '{"entered":'), 400],
    ['no JSON at all', put('guests/1', 'x', { 'content-type': 'text/plain' }), 415],
    ['too large a body', put('guests/1', `{"name":"${'x'.repeat(400_000)}"}`), 413],
    ['a malformed id', put('guests/abc', '{"entered":1}'), 400],
    ['an id beyond the range', put('guests/99999999999999', '{"entered":1}'), 400],
    ['a mail with a number as its id', ['mailer/7', {}] as const, 400],
    ['mails in an unknown state', ['mailer/?state=lost', {}] as const, 400],
    ['an unknown flag', put('visibility/NESTO', '{"visible":1}'), 400],
    [
      'a date for a switch',
      put('visibility/TIMER_VISIBILITY', '{"visible":"2026-01-01T00:00:00Z"}'),
      400,
    ],
    ['a switch for a date', put('visibility/TIMER_TIME', '{"visible":1}'), 400],
    ['a NUL in a name', put('guests/1', '{"name":"a\\u0000b"}'), 400],
    ['a path that is not UTF-8', ['guests/%ff', {}] as const, 400],
    ['a path with a broken escape', ['nema/%zz', {}] as const, 400],
    ['an unsupported method', ['guests/1', { method: 'PATCH', body: '{}' }] as const, 405],
  ])('%s gets an error response with the right status', async (_what, [path, init], status) => {
    const response = await raw(path, init)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      detail: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
    })
  })

  it.each(['nema', 'nema/', 'guests/1/nema/', 'tags/1/nema', 'reports/1', 'nema/a/b'])(
    'the unknown path /api/%s gets a 404',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await raw(path, { method })
        expect([response.status, (await response.json()).code], method).toEqual([404, 'not_found'])
      }
    },
  )

  it.each(['tags//', 'tags//1', 'sponsors/public//'])(
    'the path /api/%s, which has an empty segment, gets a redirect',
    async (path) => {
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const request = { method, path: `/api/${path}`, headers: {} }
        expect((await sendRaw(fixtures.bearer.url, request)).status, method).toBe(308)
      }
    },
  )

  it.each([
    ['PATCH', 'guests/1', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['POST', 'guests/counts', 'GET, HEAD, OPTIONS'],
    ['PUT', 'tags/', 'GET, HEAD, OPTIONS, POST'],
    ['POST', 'tags/1', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['GET', 'lineup/reorder/', 'OPTIONS, POST'],
    ['TRACE', 'guests/check-in/', 'OPTIONS, POST'],
    ['PROPFIND', 'guests/check-in/', 'OPTIONS, POST'],
    // Next.js serves the endpoints below; the dispatcher of this project serves those above.
    ['DELETE', 'auth/me/', 'GET, HEAD, OPTIONS'],
    ['PUT', 'auth/sign-ins/1', 'DELETE, OPTIONS'],
    ['PUT', 'auth/csrf', 'GET, HEAD, OPTIONS, POST'],
    ['POST', 'health', 'GET, HEAD, OPTIONS'],
    ['DELETE', 'openapi.json', 'GET, HEAD, OPTIONS'],
  ])('%s /api/%s gets a 405 with the allowed methods', async (method, path, allow) => {
    const { url } = fixtures.bearer
    const response = await sendRaw(url, { method, path: `/api/${path}`, headers: {} })
    expect(response).toMatchObject({ status: 405, allow, type: 'application/json' })
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'wrong_method',
      detail: expect.any(String),
    })
  })

  it.each([
    ['an endpoint', '/api/guests/', 'strict-origin-when-cross-origin'],
    ['an endpoint with a secret in its path', '/api/sponsors/public/nema/', 'no-referrer'],
    ['an endpoint of a folder', '/api/auth/me/', 'strict-origin-when-cross-origin'],
    ['an unknown path', '/api/nema/', 'strict-origin-when-cross-origin'],
    ['a page', '/', 'strict-origin-when-cross-origin'],
  ])('the response to a request for %s has the security headers', async (_what, path, referrer) => {
    const { headers } = await fetch(fixtures.bearer.url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'referrer-policy': referrer,
    })
  })

  it('a long response is compressed, a short response is not, and HEAD has no body', async () => {
    const { url, staff, sql } = fixtures.bearer
    await sql`insert into band_contacts (band_name, booker_name, booker_phone)
      select 'Bend ' || n, 'Ana Anić', '+385 91 000 000' from generate_series(1, 40) n`
    const headers = { ...staff('bearer', 1), 'accept-encoding': 'gzip' }
    const request = (path: string, method = 'GET') => fetch(url + path, { method, headers })
    expect((await request('/api/contact/')).headers.get('content-encoding')).toBe('gzip')
    const short = await request('/api/guests/1/')
    expect(short.headers.get('content-encoding')).toBeNull()
    expect(short.headers.get('content-length')).toBe(`${(await short.arrayBuffer()).byteLength}`)
    const head = await request('/api/guests/', 'HEAD')
    expect([head.status, head.headers.get('x-total-count') !== null]).toEqual([200, true])
    expect(await head.text()).toBe('')
  })

  it.each([
    ['TRACE', '/'],
    ['TRACE', '/admin/'],
    ['TRACE', '/api/guests/1'],
    ['PROPFIND', '/cjenik'],
    ['OPTIONS', '*'],
    ['GET', 'http://elsewhere.example/cjenik'],
    ['GET', 'nema'],
    ['GET', '/_next/image?url=/admin/users&w=640&q=60'],
    ['GET', '/_next/image?url=%2Fapi%2Fguests%2F&w=640&q=60'],
    ['GET', '/_next/image?url=http://127.0.0.1/&w=640&q=60'],
    ['GET', '/_next/image?url=/api/images/nema&w=640&q=60'],
    ...['http://[', 'javascript:1', 'nema', '%', '//', 'http:'].flatMap((odd) => [
      ['GET', `/api/auth/signin?callbackUrl=${encodeURIComponent(odd)}`],
      ['GET', `/api/auth/csrf?callbackUrl=${encodeURIComponent(odd)}`],
      ['POST', `/api/auth/signin/google?callbackUrl=${encodeURIComponent(odd)}`],
    ]),
  ])('%s %s causes no server error', async (method, path) => {
    const { status } = await sendRaw(fixtures.bearer.url, {
      method: method as string,
      path: path as string,
      headers: { 'x-forwarded-for': newAddress() },
    })
    expect(status).toBeLessThan(500)
  })

  it.each(['/', '/cjenik', '/admin/', '/karta/x', '/nema'])(
    'a form that is posted to the page %s gets a 405',
    async (path) => {
      for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain']) {
        const body = Buffer.from('--x\r\nbroken')
        const sent = { method: 'POST', path, body, headers: { 'content-type': type } }
        expect(await sendRaw(fixtures.bearer.url, sent), type).toMatchObject({
          status: 405,
          allow: 'GET, HEAD, OPTIONS',
        })
      }
    },
  )

  it.each(['http://[', 'nema', '{', '%'])('the callback URL %j is refused', async (odd) => {
    const body = `callbackUrl=${encodeURIComponent(odd)}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = await raw('auth/callback/demo', { method: 'POST', headers, body })
    const cookie = `next-auth.callback-url=${encodeURIComponent(odd)}`
    const session = await raw('auth/session', { headers: { cookie } })
    const json = await raw('auth/signin/demo', {
      method: 'POST',
      body: JSON.stringify({ callbackUrl: odd }),
    })
    for (const response of [form, session, json])
      expect([response.status, (await response.json()).code]).toEqual([400, 'invalid'])
  })

  it.each([
    ['search_fields=nesto&search=a', 'nesto'],
    ['ordering=-nesto', 'nesto'],
    ['limit=-1', 'limit'],
    ['limit=abc', 'limit'],
  ])('a list request with %s gets a 400 that names the fault', async (query, parameter) => {
    const response = await raw(`guests/?${query}`)
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(parameter)
  })

  it('an export with a NUL character in the search is refused before the file starts', async () => {
    const response = await raw('guests/export/?search=%00')
    expect(response.status).toBe(400)
    expect((await response.json()).fields).toHaveProperty('search')
  })
})

describe('the sponsor slug', () => {
  const SLUG = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'
  const CODE = '2b4e28ba-2fa1-11d2-883f-0016d3cca427'

  it('is in no response to a user below admin, and the value shown in its place opens no list', async () => {
    const { sql, staff, url } = fixtures.bearer
    const hash = 'a'.repeat(64)
    await sql`insert into images (hash, mime, width, height, bytes)
      values (${hash}, 'image/webp', 1, 1, '\\x00') on conflict do nothing`
    await sql`insert into sponsors (name, slug, url, image_hash, email, guest_cap, "order")
      values ('Zec d.o.o.', ${SLUG}, 'https://zec.example', ${hash}, 'zec@primjer.hr', 5, 999)`
    const [guest] = await sql`
      insert into guests (name, surname, list_id, conf_code, bought_at)
      select 'Mara', 'Zečić', id, ${CODE}, now() from guest_lists where slug = ${SLUG} returning id`
    await sql`insert into shown_guests select id, ${guest?.id} from auth_sessions`
    const path = `guests/${guest?.id}/`
    const extraCalls = [
      { method: 'GET', path: 'guests/?search=mara&search_fields=name,surname&total=0' },
      { method: 'GET', path: 'guests/?search=mara&ordering=-tag' },
      { method: 'GET', path: `guests/?search=${CODE}&search_fields=confCode` },
      { method: 'GET', path: `guests/?search=mara&tag=${SLUG}%20Zec%20d.o.o.` },
      { method: 'GET', path: `guests/?search=${SLUG}&search_fields=tag` },
      { method: 'GET', path: 'guests/lists/' },
      { method: 'GET', path },
      { method: 'PUT', path, body: { entered: '1', seen: { entered: 'x', tag: 'Drugi' } } },
      { method: 'PUT', path, body: { entered: '1' } },
      { method: 'PUT', path, body: { bought: '0' } },
      { method: 'PUT', path, body: { tag: 'Drugi', seen: { tag: 'Drugi' } } },
      { method: 'POST', path: 'guests/check-in/', body: { confCode: CODE } },
    ].map((call) => ({ ...call, route: 'guests', statuses: [] }) as unknown as ApiCall)
    let allText = ''
    for (const privilege of [2, 3, 4])
      for (const call of [...API_CALLS, ...extraCalls]) {
        const response = await send(url, call, staff('bearer', privilege))
        const text = `${await response.text()} ${JSON.stringify([...response.headers])}`
        expect(text.toLowerCase(), `${nameOf(call)} by ${privilege}`).not.toContain(SLUG)
        allText += text
      }
    const maskedSlug = allText.match(/"tag":"(.{36}) Zec d\.o\.o\."/)?.[1]
    expect(maskedSlug).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const lists = `${url}/api/sponsors/public`
    expect((await fetch(`${lists}/?slug=${SLUG}`)).status).toBe(200)
    for (const subpath of ['/', '/guests/'])
      expect((await fetch(`${lists}${subpath}?slug=${maskedSlug}`)).status).toBe(404)
  })
})

describe('the rate limit', () => {
  const read = (headers: Record<string, string>) =>
    fetch(`${fixtures.cookie.url}/api/visibility/`, { headers })

  it('allows 600 requests a minute from one IP address, and refuses further requests', async () => {
    const flood = { 'x-forwarded-for': `203.0.113.1, ${newAddress()}` }
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) {
      const fifty = Array.from({ length: 50 }, () => read(flood))
      statuses.push(...(await Promise.all(fifty)).map((response) => response.status))
    }
    expect(statuses.slice(0, 600).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(600).every((status) => status === 429)).toBe(true)
    const refused = await read(flood)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refused.json()).code).toBe('too_many')
    // A visitor can forge all entries of X-Forwarded-For before the one that our own proxy adds.
    expect((await read({ 'x-forwarded-for': '203.0.113.1, 203.0.113.9' })).status).toBe(200)
  })

  // Rule 14.5: signed-in staff are never limited by IP.
  it('does not limit signed-in users by IP address', async () => {
    const { url, staff } = fixtures.cookie
    const headers = { ...staff('cookie', 2), 'x-forwarded-for': newAddress() }
    const statuses = new Set<number>()
    for (let i = 0; i < 14; i++) {
      const fifty = Array.from({ length: 50 }, () => fetch(`${url}/api/tags/`, { headers }))
      for (const response of await Promise.all(fifty)) statuses.add(response.status)
    }
    expect([...statuses]).toEqual([200])
  })
})
