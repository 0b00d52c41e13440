import postgres from 'postgres'
import { afterEach, describe, expect, it } from 'vitest'
import { randomUuidV1 } from '@/db/uuid'
import { makeCertificate } from '../support/certificate'
import { newDatabase } from '../support/database'
import { type Instance, startInstance } from '../support/instance'
import { startGoogleWallet, startPushService } from '../support/phone-services'
import { makeChain, noOpenssl, PASS_TYPE, unpack } from '../support/wallet-certificates'

if (noOpenssl) process.stderr.write(`Wallets are not tested: ${noOpenssl}.\n`)

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function festival() {
  const databaseUrl = await newDatabase()
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} })
  cleanups.push(() => sql.end({ timeout: 1 }))
  const code = randomUuidV1()
  await sql`insert into guests (name, surname, list_id, conf_code, bought_at)
    select 'Žana', 'Šćepanović', id, ${code}, now() from guest_lists where name = 'VIP'`
  const start = async (env: Record<string, string>) => {
    const instance = await startInstance(databaseUrl, env)
    cleanups.push(() => instance.stop('SIGKILL'))
    return instance
  }
  return { sql, code, start }
}

const buttonsOf = async ({ url }: Instance, code: string) => {
  const page = await (await fetch(`${url}/karta/${code}`)).text()
  return [...page.matchAll(/href="(\/api\/wallet\/(?:apple|google)\/[^"]+)"/g)].map(
    ([, href]) => href,
  )
}

it('without wallet settings there is no wallet button, and the wallet URLs respond 404', async () => {
  const { code, start } = await festival()
  const instance = await start({})
  expect((await fetch(`${instance.url}/karta/${code}`)).status).toBe(200)
  expect(await buttonsOf(instance, code)).toEqual([])
  for (const wallet of ['apple', 'google']) {
    const walletUrl = `${instance.url}/api/wallet/${wallet}`
    const [known, unknown] = [
      await fetch(`${walletUrl}/${code}`),
      await fetch(`${walletUrl}/${randomUuidV1()}`),
    ]
    expect([known.status, unknown.status]).toEqual([404, 404])
    expect(known.headers.get('referrer-policy')).toBe('no-referrer')
    const [knownBody, { requestId, ...unknownBody }] = [await known.json(), await unknown.json()]
    expect(knownBody).toEqual({ ...unknownBody, requestId: expect.not.stringMatching(requestId) })
  }
})

describe.skipIf(noOpenssl)('with both wallets set up', () => {
  it('a ticket can be added, and its return reaches both wallets despite a killed instance', async () => {
    const chain = makeChain()
    const tls = makeCertificate(chain.dir, 'IP:127.0.0.1')
    const [push, google] = [await startPushService(tls), await startGoogleWallet()]
    cleanups.push(push.stop, google.stop)
    const env = {
      ...chain.env,
      ...google.env,
      APPLE_WALLET_PUSH_URL: push.url,
      // Phones receive updates of wallet passes only over https.
      PUBLIC_URL: 'https://127.0.0.1',
      NODE_EXTRA_CA_CERTS: tls.certificate,
    }
    const { sql, code, start } = await festival()
    const first = await start(env)
    expect(await buttonsOf(first, code)).toEqual([
      `/api/wallet/apple/${code}`,
      `/api/wallet/google/${code}`,
    ])
    const readPass = async (response: Response) => {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
      const files = await unpack(Buffer.from(await response.arrayBuffer()))
      return JSON.parse(String(files['pass.json']))
    }
    const pass = await readPass(await fetch(`${first.url}/api/wallet/apple/${code}`))
    expect(pass.barcodes[0].message).toBe(code)
    const headers = {
      authorization: `ApplePass ${pass.authenticationToken}`,
      'content-type': 'application/json',
    }
    const passPath = `${PASS_TYPE}/${pass.serialNumber}`
    const register = await fetch(
      `${first.url}/api/wallet/v1/devices/iphone/registrations/${passPath}`,
      {
        method: 'POST',
        headers,
        body: JSON.stringify({ pushToken: 'f00d' }),
      },
    )
    expect(register.status).toBe(201)
    const google302 = await fetch(`${first.url}/api/wallet/google/${code}`, { redirect: 'manual' })
    expect(google302.status).toBe(302)
    expect(google302.headers.get('location')).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//)

    // The push service accepts the push but never responds, so the instance does not know whether
    // the phone was notified.
    push.behave(() => null)
    await sql`update guests set conf_code = null, bought_at = null where conf_code = ${code}`
    await expect.poll(() => push.received.length, { timeout: 30_000 }).toBe(1)
    await first.stop('SIGKILL')
    push.behave(() => ({ status: 200 }))
    const second = await start(env)
    const waiting = async () => (await sql`select from wallet_outbox`).length
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
    expect(push.received.length).toBeGreaterThan(1)
    expect(push.received.at(-1)).toEqual({
      token: 'f00d',
      topic: PASS_TYPE,
      body: '{}',
      uid: PASS_TYPE,
    })
    expect(google.patches.map(({ body }) => body.state)).toEqual(['EXPIRED'])

    const after = await readPass(
      await fetch(`${second.url}/api/wallet/v1/passes/${passPath}`, { headers }),
    )
    expect(after).toMatchObject({ voided: true })
    expect(JSON.stringify(after)).not.toContain('Šćepanović')
    expect((await fetch(`${second.url}/api/wallet/apple/${code}`)).status).toBe(404)
  })
})
