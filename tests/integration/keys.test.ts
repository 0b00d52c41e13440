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

interface Made {
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

/** Makes a key as a browser of the maker does. Returns its token with the headers of its program. */
async function makeKey(maker: number, key: object) {
  const answer = await call(ROUTES['users/keys'].POST, 'POST', {
    headers: await signedIn(1, maker),
    body: { name: 'Zaslon', ...key },
  })
  expect(answer.status).toBe(200)
  const made = (await answer.json()) as Made
  return { ...made, headers: { authorization: `Bearer ${made.token}` } }
}

const get = (path: keyof typeof ROUTES, headers: Headers, query = '', params = {}) =>
  call((ROUTES[path] as { GET: Handler }).GET, 'GET', { headers, query, params })
const statusOf = async (answer: Promise<Response>) => (await answer).status

/** One call for each permission, with the status of the response. */
const entry = (headers: Headers) => statusOf(get('guests/lists', headers))
const tickets = (headers: Headers) => statusOf(get('guests/today-stats', headers))
const admin = (headers: Headers) => statusOf(get('users/counts', headers))
const isAlive = async (headers: Headers) => (await statusOf(get('auth/me', headers))) === 200

const activities = (maker: number) => sql`
  select user_id, action, changes from activities
  where entity = 'users' and entity_id = ${String(maker)} order by id`

describe('a key', () => {
  it.each([
    [1, [200, 200, 200]],
    [2, [200, 403, 403]],
    [3, [403, 200, 403]],
    [4, [200, 200, 403]],
  ])('made with privilege %i may do exactly what this privilege may', async (privilege, may) => {
    const { headers } = await makeKey(await newAdmin(), { privilege })
    expect([await entry(headers), await tickets(headers), await admin(headers)]).toEqual(may)
    expect(await (await get('auth/me', headers)).json()).toMatchObject({ privilege })
  })

  // Rule 9.2.
  it('is refused elsewhere with the sentence about missing privileges', async () => {
    const { headers } = await makeKey(await newAdmin(), { privilege: 3 })
    expect(await (await get('users', headers)).json()).toMatchObject({
      detail: expect.stringContaining('nemate privilegije'),
    })
  })

  it('is made by an admin only, with a name, a privilege from 1 to 4 and one of four ends', async () => {
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
  it('has at most the privilege that its maker has at that moment', async () => {
    const maker = await newAdmin()
    const [wide, desk] = [
      await makeKey(maker, { privilege: 4 }),
      await makeKey(maker, { privilege: 3 }),
    ]
    await sql`update users set privilege = 2 where id = ${maker}`
    expect([await entry(wide.headers), await tickets(wide.headers)]).toEqual([200, 403])
    expect([await entry(desk.headers), await tickets(desk.headers)]).toEqual([403, 403])
    const listed = await (await get('users/keys', await signedIn(1))).json()
    const told = ({ id }: Made) => listed.find((key: { id: string }) => key.id === id)
    expect(told(wide)).toMatchObject({ privilege: 4, effectivePrivilege: 2 })
    expect(told(desk)).toMatchObject({ privilege: 3, effectivePrivilege: 0 })
    await sql`update users set privilege = 1 where id = ${maker}`
    expect(await tickets(desk.headers)).toBe(200)
  })

  it('ends at its own end, which no use postpones', async () => {
    const maker = await newAdmin()
    const { id, headers, expiresAt } = await makeKey(maker, { privilege: 2 })
    const inDays = (Date.parse(expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(inDays)).toBe(30)
    await sql`update auth_sessions set created_at = now() - interval '3 days',
      last_used_at = now() - interval '2 days' where id = ${id}`
    expect(await entry(headers)).toBe(200)
    const [row] = await sql`select expires_at, last_used_at from auth_sessions where id = ${id}`
    expect(new Date(row?.expires_at).toISOString()).toBe(expiresAt)
    expect(Date.parse(row?.last_used_at)).toBeGreaterThan(Date.now() - 60_000)
    await sql`update auth_sessions set expires_at = now() where id = ${id}`
    expect(await entry(headers)).toBe(401)
  })

  it('is valid longer than the access token of a person', async () => {
    const { token } = await makeKey(await newAdmin(), { privilege: 2, days: 365 })
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.exp - claims.iat).toBeGreaterThan(364 * 86_400)
    expect(LIFETIME.access).toBeLessThan(3_600)
  })

  it('ends with the deletion of its maker', async () => {
    const maker = await newAdmin()
    const { headers } = await makeKey(maker, { privilege: 1 })
    expect(await isAlive(headers)).toBe(true)
    const removed = await call(ROUTES['users/[id]'].DELETE, 'DELETE', {
      headers: await signedIn(1),
      params: { id: String(maker) },
    })
    expect(removed.status).toBe(204)
    expect(await isAlive(headers)).toBe(false)
  })

  it('does not sign in a browser', async () => {
    const { token } = await makeKey(await newAdmin(), { privilege: 1 })
    expect(await isAlive({ cookie: `next-auth.session-token=${token}` })).toBe(false)
  })
})

// Rule 9.15: sign-ins are listed for their user, and an admin ends them for anyone.
describe('the lists of keys', () => {
  it('have the keys of all admins with their makers, and the own keys among the sign-ins', async () => {
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
    await tickets(headers)
    const used = (await listed()).find((key: { id: string }) => key.id === id)
    expect(Date.parse(used.lastUsedAt)).toBeGreaterThan(Date.parse(used.createdAt))
  })

  it('let another admin end a key, which is recorded as its making is', async () => {
    const [maker, other] = [await newAdmin(), await newAdmin()]
    const { id, headers } = await makeKey(maker, { privilege: 4, name: 'Stari zaslon' })
    const ended = await call(ROUTES['users/[id]/sign-ins/[signIn]'].DELETE, 'DELETE', {
      headers: await signedIn(1, other),
      params: { id: String(maker), signIn: id },
    })
    expect(ended.status).toBe(204)
    expect(await isAlive(headers)).toBe(false)
    expect(await (await get('users/keys', await signedIn(1))).json()).not.toContainEqual(
      expect.objectContaining({ id }),
    )
    const words = { keyName: 'Stari zaslon', keyPrivilege: 4 }
    expect(await activities(maker)).toEqual([
      {
        user_id: maker,
        action: 'key_made',
        changes: { keyName: [null, words.keyName], keyPrivilege: [null, words.keyPrivilege] },
      },
      {
        user_id: other,
        action: 'key_ended',
        changes: { keyName: [words.keyName, null], keyPrivilege: [words.keyPrivilege, null] },
      },
    ])
  })

  it('let its maker end a key singly, and all keys with all other sign-ins', async () => {
    const maker = await newAdmin()
    const browser = await signedIn(1, maker)
    const [one, two] = [
      await makeKey(maker, { privilege: 1 }),
      await makeKey(maker, { privilege: 1 }),
    ]
    const params = { id: one.id }
    await call(ROUTES['auth/sign-ins/[id]'].DELETE, 'DELETE', { headers: browser, params })
    expect([await isAlive(one.headers), await isAlive(two.headers)]).toEqual([false, true])
    await call(ROUTES['auth/sign-ins'].DELETE, 'DELETE', { headers: browser })
    expect([await isAlive(two.headers), await isAlive(browser)]).toEqual([false, true])
  })
})

/** Calls that give, show or end access. They need a person. */
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
  const marked = Object.entries<RouteModule>(ROUTES).flatMap(([path, module]) =>
    Object.entries(module)
      .filter(([, { rule }]) => rule.personOnly)
      .map(([method]) => `${method} ${path}`),
  )
  expect(marked.toSorted()).toEqual(PERSON_ONLY)
  const { headers } = await makeKey(await newAdmin(), { privilege: 1 })
  for (const one of PERSON_ONLY) {
    const [method = '', path = ''] = one.split(' ')
    const handlers = ROUTES[path as keyof typeof ROUTES] as unknown as Record<string, Handler>
    const answer = await call(handlers[method] as Handler, method, {
      headers,
      body: method === 'POST' || method === 'PUT' ? {} : undefined,
    })
    expect([answer.status, (await answer.json()).code], one).toEqual([403, 'needs_person'])
  }
})

it('what a key writes is recorded under the name of its maker', async () => {
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
  const [one, two] = [
    await makeKey(maker, { privilege: 3 }),
    await makeKey(maker, { privilege: 3 }),
  ]
  const { id, jmbag } = await makeGuest({ name: 'Iva' })
  const open = ({ headers }: { headers: Headers }) =>
    statusOf(get('guests/[id]', headers, '', { id: String(id) }))
  expect(await open(one)).toBe(403)
  expect(await statusOf(get('guests/search-brucosi', one.headers, `?jmbag=${jmbag}`))).toBe(200)
  expect([await open(one), await open(two)]).toEqual([200, 403])
})

it('the token of a key is in its first response only, and nowhere in the database', async () => {
  const maker = await newAdmin()
  const headers = { ...(await signedIn(1, maker)), 'idempotency-key': randomUUID() }
  const body = { name: 'Zaslon', privilege: 2 }
  const make = () => call(ROUTES['users/keys'].POST, 'POST', { headers, body })
  const { token }: Made = await (await make()).json()
  const signature = token.split('.')[2] as string
  for (const path of ['users/keys', 'auth/sign-ins', 'activities'] as const)
    expect(await (await get(path, headers)).text(), path).not.toContain(signature)
  const [row] = await sql`select schema_to_xml('public', true, false, '')::text as all`
  expect(row?.all).toContain('key_made')
  expect(row?.all).not.toContain(signature)
  // The repeated request makes another key, since the first response was not stored.
  expect((await (await make()).json()).token).not.toBe(token)
})
