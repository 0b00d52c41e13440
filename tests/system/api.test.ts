import { readdirSync } from 'node:fs'
import { SignJWT } from 'jose'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_CALLS, type ApiCall } from '../support/api-table'
import { newDatabase } from '../support/database'
import { demoCookie, type Instance, startInstance } from '../support/instance'

let instance: Instance
let sql: postgres.Sql
const cookies: string[] = []
const CALLERS = ['nobody', 'privilege 0', 'admin', 'entry', 'tickets', 'entry and tickets']

beforeAll(async () => {
  const url = await newDatabase()
  sql = postgres(url, { max: 1 })
  await sql`insert into guests (name, surname, jmbag, tag_id) values ('Ana', 'Anić', '0036000001', 1)`
  instance = await startInstance(url)
  for (let privilege = 0; privilege <= 4; privilege++)
    cookies.push(await demoCookie(instance.url, privilege))
})
afterAll(async () => {
  await instance?.stop()
  await sql?.end()
})

function send(call: ApiCall, headers: Record<string, string>, body = call.body) {
  const path = call.path ?? `${call.route}/`
  return fetch(`${instance.url}/api/${path}`, {
    method: call.method,
    redirect: 'manual',
    headers: { origin: instance.url, 'content-type': 'application/json', ...headers },
    body: call.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  })
}

const nameOf = (call: ApiCall) => `${call.method} /${call.path ?? call.route}`
const isGuarded = (call: ApiCall) => call.statuses[0] === 401

/** The one shape of errors (decisions.md, The API). */
async function expectErrorShape(answer: Response) {
  const body = await answer.json()
  expect(body).toMatchObject({
    detail: expect.any(String),
    code: expect.stringMatching(/^[a-z_]+$/),
  })
  expect(JSON.stringify(body)).not.toMatch(/\bat .*\.(ts|js):\d/)
}

describe('who may call what', () => {
  it.each(API_CALLS.map((call) => [nameOf(call), call] as const))('%s', async (_name, call) => {
    for (const [i, expected] of call.statuses.entries()) {
      const answer = await send(call, i === 0 ? {} : { cookie: cookies[i - 1] as string })
      expect(answer.status, CALLERS[i]).toBe(expected)
      if (answer.status >= 400 && call.route !== 'health') await expectErrorShape(answer)
    }
  })

  it.each(API_CALLS.filter(isGuarded).map((call) => [nameOf(call), call] as const))(
    '%s with a forged, an expired and a foreign token',
    async (_name, call) => {
      const sid = '11111111-1111-4111-8111-111111111111'
      const make = (secret: string, exp: string | number) =>
        new SignJWT({ sid, gen: 0, use: 'access' })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime(exp)
          .sign(new TextEncoder().encode(secret))
      const ours = 'a secret of the tests, long enough to be one'
      for (const token of [
        'not-a-token',
        await make('somebody else has made this one up', '1h'),
        await make(ours, 1_600_000_000),
        await make(ours, '1h'),
      ]) {
        const answer = await send(call, { authorization: `Bearer ${token}` })
        expect(answer.status).toBe(401)
        await expectErrorShape(answer)
      }
    },
  )

  it('every route file stands in the table', () => {
    const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('route.ts'))
      .map((file) => file.replace(/\/route\.ts$/, ''))
      .filter((route) => route !== 'auth/[...nextauth]')
    const listed = new Set(API_CALLS.map((call) => call.route))
    expect(files.filter((route) => !listed.has(route))).toEqual([])
  })

  it('a person loses access with the demotion and with the deletion, not with the token', async () => {
    await sql`insert into users (name, email, privilege) values ('Z', 'z@brucosijada.example', 2)`
    await sql`update users set privilege = 0 where email = '2@brucosijada.example'`
    const cookie = await demoCookie(instance.url, 2)
    const me = () => fetch(`${instance.url}/api/tags/`, { headers: { cookie } })
    expect((await me()).status).toBe(200)
    await sql`update users set privilege = 3 where email = 'z@brucosijada.example'`
    expect((await me()).status).toBe(403)
    await sql`delete from users where email = 'z@brucosijada.example'`
    expect((await me()).status).toBe(401)
    await sql`update users set privilege = 2 where email = '2@brucosijada.example'`
  })
})

describe('what a wrong request gets', () => {
  const admin = () => ({ cookie: cookies[1] as string })
  const writes = API_CALLS.filter((call) => call.body !== undefined)

  it.each(writes.map((call) => [nameOf(call), call] as const))(
    '%s with wrong bodies is the caller’s fault',
    async (_name, call) => {
      for (const body of [
        null,
        [],
        'x',
        7,
        { nesto: { a: [{}] } },
        { bought: 'da', visible: {} },
      ]) {
        const answer = await send(call, admin(), body)
        expect(answer.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
        expect(answer.status, JSON.stringify(body)).toBeLessThan(500)
        await expectErrorShape(answer)
      }
    },
  )

  const raw = (path: string, init: RequestInit) =>
    fetch(`${instance.url}/api/${path}`, {
      ...init,
      headers: {
        origin: instance.url,
        ...admin(),
        'content-type': 'application/json',
        ...(init.headers as Record<string, string>),
      },
    })

  it.each([
    ['broken JSON', 'guests/1', { method: 'PUT', body: '{"entered":' }, 400],
    [
      'no JSON at all',
      'guests/1',
      { method: 'PUT', body: 'x', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    [
      'too large a body',
      'guests/1',
      { method: 'PUT', body: `{"name":"${'x'.repeat(400_000)}"}` },
      413,
    ],
    ['an id that is none', 'guests/abc', { method: 'PUT', body: '{"entered":1}' }, 400],
    ['an id beyond all', 'guests/99999999999999', { method: 'PUT', body: '{"entered":1}' }, 400],
    ['an unknown flag', 'visibility/NESTO', { method: 'PUT', body: '{"visible":1}' }, 400],
    [
      'a date for a switch',
      'visibility/TIMER_VISIBILITY',
      { method: 'PUT', body: '{"visible":"2026-01-01T00:00:00Z"}' },
      400,
    ],
    ['a switch for a date', 'visibility/TIMER_TIME', { method: 'PUT', body: '{"visible":1}' }, 400],
    ['a NUL in a name', 'guests/1', { method: 'PUT', body: '{"name":"a\\u0000b"}' }, 400],
    [
      'a write from elsewhere',
      'guests/1',
      { method: 'PUT', body: '{"entered":1}', headers: { origin: 'https://zlo.example' } },
      403,
    ],
    ['a method that is none', 'guests/1', { method: 'PATCH', body: '{}' }, 405],
  ] as [string, string, RequestInit, number][])('%s', async (_what, path, init, status) => {
    const answer = await raw(path, init)
    expect(answer.status).toBe(status)
    if (status !== 405) await expectErrorShape(answer)
  })

  it.each([
    ['search_fields=nesto&search=a', 'nesto'],
    ['ordering=-nesto', 'nesto'],
    ['limit=-1', 'limit'],
    ['limit=abc', 'limit'],
  ])('a list with %s names what is wrong', async (query, word) => {
    const answer = await raw(`guests/?${query}`, {})
    expect(answer.status).toBe(400)
    expect(JSON.stringify(await answer.json())).toContain(word)
  })

  it('serves every path with and without the slash, without a redirect', async () => {
    for (const path of ['visibility', 'visibility/', 'guests', 'guests/', 'guests/1', 'guests/1/'])
      expect((await raw(path, { redirect: 'manual' })).status, path).toBe(200)
  })
})
