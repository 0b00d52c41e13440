import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Issuer, startIssuer } from '../support/issuer'

const DOMAIN = 'brucosijada.example'
const member = {
  email: `iva@${DOMAIN}`,
  email_verified: true,
  name: 'Iva Ivić',
  hd: DOMAIN,
}

let issuer: Issuer
let google: (request: Request, context: never) => Promise<Response>
let refresh: typeof google
let me: typeof google
let logout: typeof google
let ownSignIns: { GET: typeof google; DELETE: typeof google }
let userSignIns: typeof ownSignIns
let ownSignIn: Pick<typeof ownSignIns, 'DELETE'>
let userSignIn: typeof ownSignIn

beforeAll(async () => {
  issuer = await startIssuer({}, ['http://127.0.0.1/none'])
  Object.assign(process.env, {
    GOOGLE_CLIENT_ID: issuer.clientId,
    GOOGLE_CLIENT_SECRET: issuer.clientSecret,
    GOOGLE_HOSTED_DOMAIN: DOMAIN,
    GOOGLE_ISSUER: issuer.url,
    ADMIN_EMAILS: `Glavna@${DOMAIN}, druga@${DOMAIN}`,
  })
  vi.resetModules()
  google = (await import('@/app/api/auth/google/route')).POST as never
  refresh = (await import('@/app/api/auth/token/refresh/route')).POST as never
  me = (await import('@/app/api/auth/me/route')).GET as never
  logout = (await import('@/app/api/auth/logout/route')).POST as never
  ownSignIns = (await import('@/app/api/auth/sign-ins/route')) as never
  const { userEndpoints } = await import('@/lib/users/endpoints')
  userSignIns = userEndpoints['users/[id]/sign-ins'] as never
  ownSignIn = (await import('@/app/api/auth/sign-ins/[id]/route')) as never
  userSignIn = userEndpoints['users/[id]/sign-ins/[signIn]'] as never
})
afterAll(async () => {
  await issuer.stop()
  const { getSql } = await import('@/db/pool')
  await getSql().end({ timeout: 1 })
})

/**
 * Number of ID tokens so far. It makes each token unique: without it, two tokens for one person in
 * the same second would be equal.
 */
let tokenCount = 0
const idToken = (account: typeof member, claims = {}) =>
  issuer.idToken(account, { jti: String(++tokenCount), ...claims })
const signInAs = async (email: string) =>
  (await post(google, { token: await idToken({ ...member, email }) })).json()
const requestAs = (access: string, method = 'GET', agent = '') =>
  new Request('http://127.0.0.1:3000/api/auth/sign-ins', {
    method,
    headers: { authorization: `Bearer ${access}`, 'user-agent': agent },
  })
const sql = async () => (await import('@/db/pool')).getSql()

const context = { params: Promise.resolve({}) } as never
const post = (handler: typeof google, body: unknown) =>
  handler(
    new Request('http://127.0.0.1:3000/api/auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    context,
  )
const whoAmI = (access: string) =>
  me(
    new Request('http://127.0.0.1:3000/api/auth/me', {
      headers: { authorization: `Bearer ${access}` },
    }),
    context,
  )

interface SignedIn {
  access: string
  user: { id: number }
}

/**
 * Expects that the session of `ended` has ended, that the session of `actor` is still valid, and
 * that the activity log names the user of `actor`.
 */
async function expectOneEnded(
  response: Response,
  ended: SignedIn,
  actor: SignedIn,
  action: string,
) {
  expect(await response.json()).toEqual({ ended: 1 })
  expect((await whoAmI(ended.access)).status).toBe(401)
  expect((await whoAmI(actor.access)).status).toBe(200)
  const entries = await (await sql())`
    select changes from activities where action = ${action} and user_id = ${actor.user.id}`
  expect(entries).toEqual([{ changes: { signIns: [1, 0] } }])
}

// Rules 9.6 and 9.7: only the organisation signs in, and an unknown e-mail gets privilege 0.
describe('POST /auth/google/', () => {
  it('accepts a token of the issuer and stores a new user with privilege 0', async () => {
    const response = await post(google, { token: await idToken(member) })
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body.user).toMatchObject({ name: 'Iva Ivić', email: member.email, privilege: 0 })
    const meResponse = await whoAmI(body.access)
    expect(await meResponse.json()).toEqual(body.user)
  })

  it('keeps the privilege of a known e-mail and fills an empty name', async () => {
    const { getSql } = await import('@/db/pool')
    await getSql()`insert into users (email, privilege) values (${`stara@${DOMAIN}`}, 3)`
    const account = { ...member, email: `Stara@${DOMAIN}`, name: 'Stara Znanica' }
    const { user } = await (await post(google, { token: await idToken(account) })).json()
    expect(user).toMatchObject({ privilege: 3, name: 'Stara Znanica' })
  })

  // Rule 9.8: an account in `ADMIN_EMAILS` is made admin once, and a later demotion stays.
  it('makes an account in ADMIN_EMAILS admin only once, not after a demotion or deletion', async () => {
    const email = `glavna@${DOMAIN}`
    const { user } = await signInAs(email)
    expect(user.privilege).toBe(1)
    const db = await sql()
    await db`update users set privilege = 2 where id = ${user.id}`
    expect((await signInAs(email)).user.privilege).toBe(2)
    await db`delete from users where id = ${user.id}`
    expect((await signInAs(email)).user.privilege).toBe(0)
  })

  // Rule 9.8: an account in `ADMIN_EMAILS` is made admin at its first sign-in.
  it('makes an account in ADMIN_EMAILS admin at its first sign-in, also if stored before', async () => {
    const db = await sql()
    await db`insert into users (email, privilege) values (${`druga@${DOMAIN}`}, 3)`
    expect((await signInAs(`druga@${DOMAIN}`)).user.privilege).toBe(1)
  })

  it('accepts an ID token only once, also in twenty requests at once or in another encoding', async () => {
    const token = await idToken(member)
    const requests = Array.from({ length: 20 }, () => post(google, { token }))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(19)
    // The last base64 character of a 256-byte signature has four unused bits, so other characters
    // decode to the same bytes.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = letters.indexOf(token.at(-1) as string)
    for (const bits of [1, 2, 3]) {
      const variant = token.slice(0, -1) + letters[(last & ~15) | ((last + bits) & 15)]
      expect((await post(google, { token: variant })).status).toBe(401)
    }
  })

  it('deletes used ID tokens after they have expired', async () => {
    const db = await sql()
    await db`insert into used_id_tokens values ('old', now() - interval '1 s')`
    await signInAs(member.email)
    expect(await db`select from used_id_tokens where hash = 'old'`).toHaveLength(0)
  })

  it.each([
    ['another domain', { ...member, hd: 'drugo.example' }, {}, 403, 'wrong_domain'],
    ['no hosted domain', { ...member, hd: undefined }, {}, 403, 'wrong_domain'],
    ['an external e-mail', { ...member, email: 'iva@gmail.example' }, {}, 403, 'wrong_domain'],
    ['an unverified e-mail', { ...member, email_verified: false }, {}, 403, 'email_not_verified'],
    ['another audience', member, { aud: 'someone-else' }, 401, 'invalid_token'],
    ['another issuer', member, { iss: 'https://evil.example' }, 401, 'invalid_token'],
    ['a name that is no text', { ...member, name: 7 as never }, {}, 401, 'invalid_token'],
    ['a domain that is no text', { ...member, hd: ['x'] as never }, {}, 401, 'invalid_token'],
    ['another authorized party', member, { azp: 'someone-else' }, 401, 'invalid_token'],
    ['an expired token', member, { exp: 1_600_000_000 }, 401, 'invalid_token'],
  ])('refuses %s', async (_what, account, claims, status, code) => {
    const token = await idToken(account as typeof member, claims)
    const response = await post(google, { token })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code, detail: expect.any(String) })
  })

  it('refuses a token that is signed with another key', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const token = await new SignJWT(member)
      .setProtectedHeader({ alg: 'RS256', kid: 'test', jwk: await exportJWK(publicKey) })
      .setIssuer(issuer.url)
      .setAudience(issuer.clientId)
      .setExpirationTime('5m')
      .sign(privateKey)
    expect((await post(google, { token })).status).toBe(401)
  })

  it.each([[{}], [{ token: 7 }], [{ token: '' }], [[]], ['x']])(
    'refuses the body %j',
    async (body) => {
      expect((await post(google, body)).status).toBe(400)
    },
  )
})

describe('POST /auth/token/refresh/', () => {
  const signIn = async () => (await post(google, { token: await idToken(member) })).json()

  it('returns a new pair of tokens each time', async () => {
    const first = await signIn()
    const second = await (await post(refresh, { refresh: first.refresh })).json()
    expect((await whoAmI(second.access)).status).toBe(200)
    const third = await post(refresh, { refresh: second.refresh })
    expect(third.status).toBe(200)
  })

  it('ends the sign-in when a used refresh token is sent again', async () => {
    const first = await signIn()
    const second = await (await post(refresh, { refresh: first.refresh })).json()
    expect((await post(refresh, { refresh: first.refresh })).status).toBe(401)
    expect((await post(refresh, { refresh: second.refresh })).status).toBe(401)
    expect((await whoAmI(second.access)).status).toBe(401)
  })

  it('refuses an access token as refresh token, and a refresh token as access token', async () => {
    const { access, refresh: token } = await signIn()
    expect((await post(refresh, { refresh: access })).status).toBe(401)
    expect((await whoAmI(token)).status).toBe(401)
  })

  it('refuses the refresh token of a deleted user', async () => {
    const { getSql } = await import('@/db/pool')
    const account = { ...member, email: `privremena@${DOMAIN}` }
    const body = await (await post(google, { token: await idToken(account) })).json()
    await getSql()`delete from users where id = ${body.user.id}`
    expect((await whoAmI(body.access)).status).toBe(401)
    expect((await post(refresh, { refresh: body.refresh })).status).toBe(401)
  })
})

describe('a sign-in', () => {
  // Rule 9.14: a sign-in ends after 24 hours in any case.
  it('ends after 24 hours, even when it is in use', async () => {
    const { refresh: token, access } = await signInAs(member.email)
    const db = await sql()
    await db`update auth_sessions set created_at = now() - interval '23 h 59 min'`
    expect((await post(refresh, { refresh: token })).status).toBe(200)
    const [row] = await db`
      select max(expires_at) < now() + interval '1 min 5 s' as soon from auth_sessions
      where ended_at is null and expires_at = created_at + interval '24 h'`
    expect(row?.soon).toBe(true)
    await db`update auth_sessions set expires_at = created_at + interval '23 h'`
    expect((await whoAmI(access)).status).toBe(401)
  })

  // Rule 9.14: a sign-in ends after 12 hours unused.
  it('of a browser lasts 12 hours from its last use', async () => {
    const { sessionCookieName, readToken, signToken } = await import('@/lib/auth/tokens')
    const { user } = await signInAs(`stalna@${DOMAIN}`)
    const db = await sql()
    const [row] = await db`
      update auth_sessions set last_used_at = now() - interval '11 h',
        expires_at = now() + interval '1 h'
      where user_id = ${user.id} returning id`
    const token = await signToken('session', { sid: row?.id })
    const headers = { cookie: `${sessionCookieName()}=${token}` }
    const response = await me(
      new Request('http://127.0.0.1:3000/api/auth/me', { headers }),
      context,
    )
    expect(response.status).toBe(200)
    expect(
      await db`select from auth_sessions
        where id = ${row?.id} and expires_at > now() + interval '11 h 59 min'`,
    ).toHaveLength(1)
    const inHours = async (hours: number) => {
      vi.setSystemTime(Date.now() + hours * 3_600_000)
      const claims = await readToken('session', token)
      vi.useRealTimers()
      return claims
    }
    expect(await inHours(23)).not.toBeNull()
    expect(await inHours(25)).toBeNull()
  })

  it('ends with POST /auth/logout/ and all its tokens, and a second logout succeeds too', async () => {
    const { access, refresh: token } = await signInAs(member.email)
    const other = await signInAs(member.email)
    expect((await post(logout, { refresh: access })).status).toBe(401)
    for (const _ of [1, 2]) expect((await post(logout, { refresh: token })).status).toBe(204)
    expect((await whoAmI(access)).status).toBe(401)
    expect((await post(refresh, { refresh: token })).status).toBe(401)
    expect((await whoAmI(other.access)).status).toBe(200)
  })

  // Rule 9.15: every user sees the own sign-ins and can end each.
  it('is listed for its user, who can end all other sign-ins', async () => {
    const email = `vise@${DOMAIN}`
    const [first, second] = [await signInAs(email), await signInAs(email)]
    const listed = await (await ownSignIns.GET(requestAs(first.access), context)).json()
    expect(listed.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true])
    const db = await sql()
    const ids = await db`select id from auth_sessions where user_id = ${first.user.id}`
    expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual(
      ids.map(({ id }) => id).sort(),
    )
    const ended = await ownSignIns.DELETE(requestAs(first.access, 'DELETE'), context)
    await expectOneEnded(ended, second, first, 'others_signed_out')
  })

  it('can be ended singly by its own user, not by another user, and this is logged once', async () => {
    const db = await sql()
    const email = `jedna@${DOMAIN}`
    const [first, second] = [await signInAs(email), await signInAs(email)]
    const otherUser = await signInAs(`stranac@${DOMAIN}`)
    await db`update auth_sessions set device = 'Chrome na Androidu' where user_id = ${first.user.id}`
    const listed = await (await ownSignIns.GET(requestAs(first.access), context)).json()
    const other = listed.find(({ current }: { current: boolean }) => !current)
    const otherContext = { params: Promise.resolve({ id: other.id }) } as never
    const end = (access: string) => ownSignIn.DELETE(requestAs(access, 'DELETE'), otherContext)
    expect((await end(otherUser.access)).status).toBe(404)
    expect((await whoAmI(second.access)).status).toBe(200)
    const responses = await Promise.all([end(first.access), end(first.access)])
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404])
    expect((await whoAmI(second.access)).status).toBe(401)
    expect((await post(refresh, { refresh: second.refresh })).status).toBe(401)
    expect((await whoAmI(first.access)).status).toBe(200)
    const entries = await db`
      select action, changes from activities where entity = 'users' and entity_id = ${String(first.user.id)}`
    expect(entries).toEqual([
      { action: 'device_signed_out', changes: { device: ['Chrome na Androidu', null] } },
    ])
  })

  it('can be ended singly by an admin, but not with the id of another user', async () => {
    const db = await sql()
    const admin = await signInAs(`nadzor@${DOMAIN}`)
    await db`update users set privilege = 1 where id = ${admin.user.id}`
    const [lost, remaining] = [
      await signInAs(`nocna@${DOMAIN}`),
      await signInAs(`nocna@${DOMAIN}`),
    ] as const
    const [row] = await db`
      select id from auth_sessions where user_id = ${lost.user.id} order by created_at limit 1`
    const end = (id: number, access = admin.access) =>
      userSignIn.DELETE(requestAs(access, 'DELETE'), {
        params: Promise.resolve({ id: String(id), signIn: row?.id }),
      } as never)
    expect((await end(lost.user.id, remaining.access)).status).toBe(403)
    expect((await end(admin.user.id)).status).toBe(404)
    expect((await end(lost.user.id)).status).toBe(204)
    expect((await whoAmI(lost.access)).status).toBe(401)
    expect((await whoAmI(remaining.access)).status).toBe(200)
  })

  it('shows the time of its last use', async () => {
    const { access, user } = await signInAs(`rijetka@${DOMAIN}`)
    const db = await sql()

    await db`update auth_sessions set last_used_at = now() - interval '1 h' where user_id = ${user.id}`
    await whoAmI(access)
    const [row] = await (await ownSignIns.GET(requestAs(access), context)).json()
    expect(Date.parse(row.lastUsedAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  // Rule 9.15: an admin ends the sign-ins of any user.
  it('can be ended by an admin with all sign-ins of its user, and this is logged', async () => {
    const db = await sql()
    const admin = await signInAs(`admin@${DOMAIN}`)
    const lost = await signInAs(`izgubljena@${DOMAIN}`)
    const params = (id: number) => ({ params: Promise.resolve({ id: String(id) }) }) as never
    expect((await userSignIns.GET(requestAs(admin.access), params(lost.user.id))).status).toBe(403)
    await db`update users set privilege = 1 where id = ${admin.user.id}`
    const listed = await userSignIns.GET(requestAs(admin.access), params(lost.user.id))
    expect(await listed.json()).toMatchObject([{ current: false }])
    const ended = await userSignIns.DELETE(requestAs(admin.access, 'DELETE'), params(lost.user.id))
    await expectOneEnded(ended, lost, admin, 'signed_out')
    expect(
      (await userSignIns.DELETE(requestAs(admin.access, 'DELETE'), params(999_999))).status,
    ).toBe(404)
  })
})
