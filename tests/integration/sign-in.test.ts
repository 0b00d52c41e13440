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

beforeAll(async () => {
  issuer = await startIssuer({}, ['http://127.0.0.1/none'])
  Object.assign(process.env, {
    GOOGLE_CLIENT_ID: issuer.clientId,
    GOOGLE_CLIENT_SECRET: issuer.clientSecret,
    GOOGLE_HOSTED_DOMAIN: DOMAIN,
    GOOGLE_ISSUER: issuer.url,
    ADMIN_EMAILS: `Glavna@${DOMAIN}`,
  })
  vi.resetModules()
  google = (await import('@/app/api/auth/google/route')).POST as never
  refresh = (await import('@/app/api/auth/token/refresh/route')).POST as never
  me = (await import('@/app/api/auth/me/route')).GET as never
})
afterAll(async () => {
  await issuer.stop()
  const { getSql } = await import('@/db/client')
  await getSql().end({ timeout: 1 })
})

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

describe('POST /auth/google/', () => {
  it('takes a token of the issuer and stores a new person with privilege 0', async () => {
    const answer = await post(google, { token: await issuer.idToken(member) })
    expect(answer.status).toBe(200)
    const body = await answer.json()
    expect(body.user).toMatchObject({ name: 'Iva Ivić', email: member.email, privilege: 0 })
    const mine = await whoAmI(body.access)
    expect(await mine.json()).toEqual(body.user)
  })

  it('keeps the privilege of a known e-mail and fills an empty name', async () => {
    const { getSql } = await import('@/db/client')
    await getSql()`insert into users (email, privilege) values (${`stara@${DOMAIN}`}, 3)`
    const account = { ...member, email: `Stara@${DOMAIN}`, name: 'Stara Znanica' }
    const { user } = await (await post(google, { token: await issuer.idToken(account) })).json()
    expect(user).toMatchObject({ privilege: 3, name: 'Stara Znanica' })
  })

  it('makes who stands in ADMIN_EMAILS an admin', async () => {
    const account = { ...member, email: `glavna@${DOMAIN}` }
    const { user } = await (await post(google, { token: await issuer.idToken(account) })).json()
    expect(user.privilege).toBe(1)
  })

  it.each([
    ['another domain', { ...member, hd: 'drugo.example' }, {}, 403, 'wrong_domain'],
    ['no hosted domain', { ...member, hd: undefined }, {}, 403, 'wrong_domain'],
    ['an e-mail outside it', { ...member, email: 'iva@gmail.example' }, {}, 403, 'wrong_domain'],
    ['an unverified e-mail', { ...member, email_verified: false }, {}, 403, 'email_not_verified'],
    ['another audience', member, { aud: 'someone-else' }, 401, 'invalid_token'],
    ['another issuer', member, { iss: 'https://evil.example' }, 401, 'invalid_token'],
    ['an expired token', member, { exp: 1_600_000_000 }, 401, 'invalid_token'],
  ])('refuses %s', async (_what, account, claims, status, code) => {
    const token = await issuer.idToken(account as typeof member, claims)
    const answer = await post(google, { token })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code, detail: expect.any(String) })
  })

  it('refuses a token that somebody else has signed', async () => {
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
  const signIn = async () => (await post(google, { token: await issuer.idToken(member) })).json()

  it('gives a new pair each time', async () => {
    const first = await signIn()
    const second = await (await post(refresh, { refresh: first.refresh })).json()
    expect((await whoAmI(second.access)).status).toBe(200)
    const third = await post(refresh, { refresh: second.refresh })
    expect(third.status).toBe(200)
  })

  it('ends the sign-in when a used token comes back', async () => {
    const first = await signIn()
    const second = await (await post(refresh, { refresh: first.refresh })).json()
    expect((await post(refresh, { refresh: first.refresh })).status).toBe(401)
    expect((await post(refresh, { refresh: second.refresh })).status).toBe(401)
    expect((await whoAmI(second.access)).status).toBe(401)
  })

  it('takes no access token for a refresh token, nor the other way round', async () => {
    const { access, refresh: token } = await signIn()
    expect((await post(refresh, { refresh: access })).status).toBe(401)
    expect((await whoAmI(token)).status).toBe(401)
  })

  it('loses its power with the person', async () => {
    const { getSql } = await import('@/db/client')
    const account = { ...member, email: `privremena@${DOMAIN}` }
    const body = await (await post(google, { token: await issuer.idToken(account) })).json()
    await getSql()`delete from users where id = ${body.user.id}`
    expect((await whoAmI(body.access)).status).toBe(401)
    expect((await post(refresh, { refresh: body.refresh })).status).toBe(401)
  })
})
