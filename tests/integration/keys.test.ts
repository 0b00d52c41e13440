import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { LIFETIME } from '@/lib/auth/tokens'
import { ROUTES } from '@/lib/endpoints'
import type { RouteModule } from '@/lib/openapi/document'
import { makeGuest } from '../support/factories'
import { call, signedIn } from '../support/gate'

// Rule 9.18: a program uses a key that an admin makes, never above the privilege of its maker.

const sql = getSql()

type Handler = Parameters<typeof call>[0]
type Headers = Record<string, string>

interface CreatedKey {
  id: string
  name: string
  token: string
  expiresAt: string
}

const newAdmin = async (): Promise<number> => {
  const email = `${randomUUID()}@primjer.hr`
  const [user] = await sql`
    insert into users (name, email, privilege) values ('Ana Anić', ${email}, 1) returning id`
  return user?.id
}

/** Creates a key with a request of its maker. Returns its token and the headers for its use. */
async function makeKey(maker: number, key: object) {
  const response = await call(ROUTES['users/keys'].POST, 'POST', {
    headers: await signedIn(1, maker),
    body: { name: 'Zaslon', ...key },
  })
  expect(response.status).toBe(200)
  const created = (await response.json()) as CreatedKey
  return { ...created, headers: { authorization: `Bearer ${created.token}` } }
}

const get = (path: keyof typeof ROUTES, headers: Headers, query = '', params = {}) =>
  call((ROUTES[path] as { GET: Handler }).GET, 'GET', { headers, query, params })
const statusOf = async (response: Promise<Response>) => (await response).status

/** Requests that need one permission each. They return the status of the response. */
const entryStatus = (headers: Headers) => statusOf(get('guests/lists', headers))
const ticketsStatus = (headers: Headers) => statusOf(get('guests/today-stats', headers))
const adminStatus = (headers: Headers) => statusOf(get('users/counts', headers))
const isValid = async (headers: Headers) => (await statusOf(get('auth/me', headers))) === 200

const activities = (maker: number) => sql`
  select user_id, action, changes from activities
  where entity = 'users' and entity_id = ${String(maker)} order by id`

describe('a key', () => {
  it.each([
    [1, [200, 200, 200]],
    [2, [200, 403, 403]],
    [3, [403, 200, 403]],
    [4, [200, 200, 403]],
  ])('with privilege %i may do exactly what this privilege may', async (privilege, statuses) => {
    const { headers } = await makeKey(await newAdmin(), { privilege })
    expect([
      await entryStatus(headers),
      await ticketsStatus(headers),
      await adminStatus(headers),
    ]).toEqual(statuses)
    expect(await (await get('auth/me', headers)).json()).toMatchObject({ privilege })
  })

  // Rule 9.2.
  it('is refused at other endpoints with the message about missing privileges', async () => {
    const { headers } = await makeKey(await newAdmin(), { privilege: 3 })
    expect(await (await get('users', headers)).json()).toMatchObject({
      detail: expect.stringContaining('nemate privilegije'),
    })
  })

  it('is made by an admin only, with a name, a privilege from 1 to 4 and one of four lifetimes', async () => {
    const maker = await newAdmin()
    const make = async (privilege: number, body: object) =>
      statusOf(
        call(ROUTES['users/keys'].POST, 'POST', {
          headers: await signedIn(privilege, privilege === 1 ? maker : undefined),
          body,
        }),
      )
    const key = { name: 'Zaslon', privilege: 3 }
    for (const privilege of [0, 2, 3, 4]) expect(await make(privilege, key)).toBe(403)
    for (const wrong of [{ privilege: 0 }, { privilege: 5 }, { name: ' ' }, { days: 8 }])
      expect(await make(1, { ...key, ...wrong }), JSON.stringify(wrong)).toBe(400)
    for (const days of [7, '90', 365]) expect(await make(1, { ...key, days })).toBe(200)
  })

  // Rule 9.9: the privilege is read from the database on every request.
  it('has at most the privilege that its maker has at that time', async () => {
    const maker = await newAdmin()
    const [both, desk] = [
      await makeKey(maker, { privilege: 4 }),
      await makeKey(maker, { privilege: 3 }),
    ]
    await sql`update users set privilege = 2 where id = ${maker}`
    expect([await entryStatus(both.headers), await ticketsStatus(both.headers)]).toEqual([200, 403])
    expect([await entryStatus(desk.headers), await ticketsStatus(desk.headers)]).toEqual([403, 403])
    const listed = await (await get('users/keys', await signedIn(1))).json()
    const listedKey = ({ id }: CreatedKey) => listed.find((key: { id: string }) => key.id === id)
    expect(listedKey(both)).toMatchObject({ privilege: 4, effectivePrivilege: 2 })
    expect(listedKey(desk)).toMatchObject({ privilege: 3, effectivePrivilege: 0 })
    await sql`update users set privilege = 1 where id = ${maker}`
    expect(await ticketsStatus(desk.headers)).toBe(200)
  })

  it('expires at a fixed time, which no use postpones', async () => {
    const maker = await newAdmin()
    const { id, headers, expiresAt } = await makeKey(maker, { privilege: 2 })
    const inDays = (Date.parse(expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(inDays)).toBe(30)
    await sql`update auth_sessions set created_at = now() - interval '3 days',
      last_used_at = now() - interval '2 days' where id = ${id}`
    expect(await entryStatus(headers)).toBe(200)
    const [row] = await sql`select expires_at, last_used_at from auth_sessions where id = ${id}`
    expect(new Date(row?.expires_at).toISOString()).toBe(expiresAt)
    expect(Date.parse(row?.last_used_at)).toBeGreaterThan(Date.now() - 60_000)
    await sql`update auth_sessions set expires_at = now() where id = ${id}`
    expect(await entryStatus(headers)).toBe(401)
  })

  it('is valid longer than the access token of a user', async () => {
    const { token } = await makeKey(await newAdmin(), { privilege: 2, days: 365 })
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.exp - claims.iat).toBeGreaterThan(364 * 86_400)
    expect(LIFETIME.access).toBeLessThan(3_600)
  })

  it('ends with the deletion of its maker', async () => {
    const maker = await newAdmin()
    const { headers } = await makeKey(maker, { privilege: 1 })
    expect(await isValid(headers)).toBe(true)
    const removed = await call(ROUTES['users/[id]'].DELETE, 'DELETE', {
      headers: await signedIn(1),
      params: { id: String(maker) },
    })
    expect(removed.status).toBe(204)
    expect(await isValid(headers)).toBe(false)
  })

  it('does not sign in a browser', async () => {
    const { token } = await makeKey(await newAdmin(), { privilege: 1 })
    expect(await isValid({ cookie: `next-auth.session-token=${token}` })).toBe(false)
  })
})

// Rule 9.15: sign-ins are listed for their user, and an admin ends them for anyone.
describe('the lists of keys', () => {
  it('contain the keys of all admins with their makers, and the sign-ins contain the own keys', async () => {
    const maker = await newAdmin()
    const { id, headers } = await makeKey(maker, { privilege: 3, name: 'Blagajna' })
    const own = await (await get('auth/sign-ins', await signedIn(1, maker))).json()
    expect(own.find((signIn: { id: string }) => signIn.id === id)).toMatchObject({
      keyName: 'Blagajna',
      keyPrivilege: 3,
      isOffice: false,
      current: false,
    })
    const listed = async () => (await get('users/keys', await signedIn(1))).json()
    const unused = (await listed()).find((key: { id: string }) => key.id === id)
    expect(unused).toMatchObject({ name: 'Blagajna', privilege: 3, user: { id: maker } })
    expect(unused.lastUsedAt).toBe(unused.createdAt)
    await ticketsStatus(headers)
    const used = (await listed()).find((key: { id: string }) => key.id === id)
    expect(Date.parse(used.lastUsedAt)).toBeGreaterThan(Date.parse(used.createdAt))
  })

  it('let another admin end a key, and the end is logged as the creation is', async () => {
    const [maker, other] = [await newAdmin(), await newAdmin()]
    const { id, headers } = await makeKey(maker, { privilege: 4, name: 'Stari zaslon' })
    const ended = await call(ROUTES['users/[id]/sign-ins/[signIn]'].DELETE, 'DELETE', {
      headers: await signedIn(1, other),
      params: { id: String(maker), signIn: id },
    })
    expect(ended.status).toBe(204)
    expect(await isValid(headers)).toBe(false)
    expect(await (await get('users/keys', await signedIn(1))).json()).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    const key = { keyName: 'Stari zaslon', keyPrivilege: 4 }
    expect(await activities(maker)).toEqual([
      {
        user_id: maker,
        action: 'key_made',
        changes: { keyName: [null, key.keyName], keyPrivilege: [null, key.keyPrivilege] },
      },
      {
        user_id: other,
        action: 'key_ended',
        changes: { keyName: [key.keyName, null], keyPrivilege: [key.keyPrivilege, null] },
      },
    ])
  })

  it('let the maker end one key, or all keys together with all other sign-ins', async () => {
    const maker = await newAdmin()
    const browser = await signedIn(1, maker)
    const [first, second] = [
      await makeKey(maker, { privilege: 1 }),
      await makeKey(maker, { privilege: 1 }),
    ]
    const params = { id: first.id }
    await call(ROUTES['auth/sign-ins/[id]'].DELETE, 'DELETE', { headers: browser, params })
    expect([await isValid(first.headers), await isValid(second.headers)]).toEqual([false, true])
    await call(ROUTES['auth/sign-ins'].DELETE, 'DELETE', { headers: browser })
    expect([await isValid(second.headers), await isValid(browser)]).toEqual([false, true])
  })
})

/** Endpoints that grant, show or end access. They refuse keys. */
const PERSON_ONLY = [
  'DELETE auth/sign-ins',
  'DELETE auth/sign-ins/[id]',
  'DELETE gates/devices/[id]',
  'DELETE users/[id]',
  'DELETE users/[id]/sign-ins',
  'DELETE users/[id]/sign-ins/[signIn]',
  'GET auth/sign-ins',
  'GET users/[id]/sign-ins',
  'GET users/keys',
  'POST editions/end',
  'POST gate/devices',
  'POST gates/[id]/pairings',
  'POST users',
  'POST users/bulk-import',
  'POST users/import',
  'POST users/imports/[id]/undo',
  'POST users/keys',
  'PUT users/[id]',
]

it('no key makes keys, sees or ends sign-ins, changes staff, opens a gate device or ends the edition', async () => {
  const personOnly = Object.entries<RouteModule>(ROUTES).flatMap(([path, module]) =>
    Object.entries(module)
      .filter(([, { rule }]) => rule.personOnly)
      .map(([method]) => `${method} ${path}`),
  )
  expect(personOnly.toSorted()).toEqual(PERSON_ONLY)
  const { headers } = await makeKey(await newAdmin(), { privilege: 1 })
  for (const endpoint of PERSON_ONLY) {
    const [method = '', path = ''] = endpoint.split(' ')
    const handlers = ROUTES[path as keyof typeof ROUTES] as unknown as Record<string, Handler>
    const response = await call(handlers[method] as Handler, method, {
      headers,
      body: method === 'POST' || method === 'PUT' ? {} : undefined,
    })
    expect([response.status, (await response.json()).code], endpoint).toEqual([403, 'needs_person'])
  }
})

it('a write with a key is logged under the name of its maker', async () => {
  const maker = await newAdmin()
  const { headers } = await makeKey(maker, { privilege: 1 })
  const name = `Oznaka ${randomUUID()}`
  const added = await call(ROUTES.tags.POST, 'POST', { headers, body: { name } })
  expect(added.status).toBe(201)
  const [line] = await sql`
    select user_id from activities where entity = 'tags' and changes->'name'->>1 = ${name}`
  expect(line).toEqual({ user_id: maker })
})

// Rule 4.15: desk and gate open a guest by number only when a search of that sign-in has shown the guest.
it('a key below admin opens by id only the guests that it has searched itself', async () => {
  const maker = await newAdmin()
  const [first, second] = [
    await makeKey(maker, { privilege: 3 }),
    await makeKey(maker, { privilege: 3 }),
  ]
  const { id, jmbag } = await makeGuest({ name: 'Iva' })
  const open = ({ headers }: { headers: Headers }) =>
    statusOf(get('guests/[id]', headers, '', { id: String(id) }))
  expect(await open(first)).toBe(403)
  expect(await statusOf(get('guests/search-brucosi', first.headers, `?jmbag=${jmbag}`))).toBe(200)
  expect([await open(first), await open(second)]).toEqual([200, 403])
})

it('the token of a key is in its first response only, and nowhere in the database', async () => {
  const maker = await newAdmin()
  const headers = { ...(await signedIn(1, maker)), 'idempotency-key': randomUUID() }
  const body = { name: 'Zaslon', privilege: 2 }
  const make = () => call(ROUTES['users/keys'].POST, 'POST', { headers, body })
  const { token }: CreatedKey = await (await make()).json()
  const signature = token.split('.')[2] as string
  for (const path of ['users/keys', 'auth/sign-ins', 'activities'] as const)
    expect(await (await get(path, headers)).text(), path).not.toContain(signature)
  const [row] = await sql`select schema_to_xml('public', true, false, '')::text as all`
  expect(row?.all).toContain('key_made')
  expect(row?.all).not.toContain(signature)
  // The repeated request makes another key, since the first response was not stored.
  expect((await (await make()).json()).token).not.toBe(token)
})
