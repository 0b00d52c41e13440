import { createHash, randomUUID } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { lockGuests } from '@/db/queries/people'
import { changeEdition } from '@/lib/festival/service'
import { startBulk, undoBulk } from '@/lib/guests/bulk/bulk'
import { bulkBody } from '@/lib/guests/bulk/schema'
import { runPendingJobs } from '@/lib/guests/bulk/worker'
import { changeGuest } from '@/lib/guests/change-guest'
import { deleteGuest, restoreGuest } from '@/lib/guests/create-delete-restore'
import { chosenBody } from '@/lib/people/schema'
import { erasePerson, exportPerson } from '@/lib/people/service'
import { walletEndpoints } from '@/lib/wallet/endpoints'
import { sendWalletUpdates } from '@/lib/wallet/tell'
import { makeGuest, staff } from '../support/factories'
import { startGoogleWallet, startPushService } from '../support/phone-services'
import {
  type Chain,
  makeChain,
  noOpenssl,
  PASS_TYPE,
  signatureProblem,
  TEAM,
  unpack,
} from '../support/wallet-certificates'

if (noOpenssl) process.stderr.write(`Passes are not tested: ${noOpenssl}.\n`)

const chain: Chain = noOpenssl ? (null as never) : makeChain()
const push = await startPushService()
const google = await startGoogleWallet()
// Set before the first use of the settings, because the application reads them only once.
Object.assign(process.env, chain?.env, google.env, {
  APPLE_WALLET_PUSH_URL: push.url,
  PUBLIC_URL: 'https://festival.example',
})
afterAll(() => Promise.all([push.stop(), google.stop()]))

const sql = getSql()

beforeEach(async () => {
  await sql`delete from guests`
  await sql`truncate wallet_passes, wallet_phones, wallet_outbox, rate_limits`
  await sql`update editions set name = 'Brucošijada', year = 2026, place = 'Studentski centar',
    address = 'Savska cesta 25, Zagreb', opens_at = '2026-11-12T19:00Z', closes_at = '2026-11-13T04:00Z',
    contact_email = 'info@festival.example'`
  push.behave(() => ({ status: 200 }))
  push.received.length = 0
  google.patches.length = 0
  google.respondWith()
})

/** Sells a ticket to a new fresher. Returns guest id and code. */
async function sellTicket(values: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(values)
  const { confCode } = await changeGuest(guest.id, { bought: true }, await staff(3))
  return { id: guest.id, code: confCode as string }
}

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>

/** Sends a request to a handler, with the parameters of its path. */
const call = (
  handler: Handler,
  params: Record<string, string>,
  { headers, body, query = '' }: { headers?: HeadersInit; body?: object; query?: string } = {},
) =>
  handler(
    new Request(`https://festival.example/api/wallet${query}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json', ...headers },
    }),
    { params: Promise.resolve(params as never) },
  )

const {
  'wallet/apple/[code]': forApple,
  'wallet/google/[code]': forGoogle,
  'wallet/v1/devices/[device]/registrations/[passType]': changedPasses,
  'wallet/v1/devices/[device]/registrations/[passType]/[serial]': registration,
  'wallet/v1/passes/[passType]/[serial]': currentPass,
  'wallet/v1/log': log,
} = walletEndpoints

async function download(code: string) {
  const response = await call(forApple.GET, { code })
  expect(response.status).toBe(200)
  const files = await unpack(Buffer.from(await response.arrayBuffer()))
  const pass = JSON.parse(String(files['pass.json']))
  return { response, files, pass, serial: pass.serialNumber as string }
}

const authorized = (pass: { authenticationToken: string }) => ({
  authorization: `ApplePass ${pass.authenticationToken}`,
})

/** Downloads the pass of a ticket and registers a phone for its updates. */
async function addToPhone(code: string, device = 'iphone-1', pushToken = 'f00d') {
  const { pass, serial } = await download(code)
  const params = { device, passType: PASS_TYPE, serial }
  const headers = authorized(pass)
  const response = await call(registration.POST, params, { headers, body: { pushToken } })
  return { pass, serial, headers, params, status: response.status }
}

/** Fetches the pass again, as the phone does after a push notification. */
async function fetchPass({ serial, headers }: { serial: string; headers: HeadersInit }) {
  const response = await call(currentPass.GET, { passType: PASS_TYPE, serial }, { headers })
  expect(response.status).toBe(200)
  const files = await unpack(Buffer.from(await response.arrayBuffer()))
  return { response, pass: JSON.parse(String(files['pass.json'])) }
}

const countWaiting = async () =>
  (await sql`select count(*)::int as n from wallet_outbox`)[0]?.n as number

/** Makes the waiting pass updates due, as if their retry delay had passed. */
const dueNow = () => sql`update wallet_outbox set due_at = now() - interval '1 second'`

describe.skipIf(noOpenssl)('a pass for Apple Wallet', () => {
  it('contains the code exactly as the gate reads it, and the name, time and place', async () => {
    const { code } = await sellTicket({ name: 'Žana', surname: 'Šćepanović' })
    const { response, pass } = await download(code)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'cache-control': 'private, no-store',
    })
    // Fields that Apple requires in every pass, and in a pass that receives updates.
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
      organizationName: 'Brucošijada',
      description: 'Karta za Brucošijada 2026',
      webServiceURL: 'https://festival.example/api/wallet',
      sharingProhibited: true,
      barcodes: [{ format: 'PKBarcodeFormatQR', message: code, altText: code }],
      relevantDates: [
        { startDate: '2026-11-12T19:00:00.000Z', endDate: '2026-11-13T04:00:00.000Z' },
      ],
    })
    expect(pass.authenticationToken.length).toBeGreaterThanOrEqual(16)
    expect(pass.voided).toBeUndefined()
    expect(new Date(pass.relevantDate)).toEqual(new Date('2026-11-12T19:00Z'))
    expect(new Date(pass.expirationDate)).toEqual(new Date('2026-11-13T04:00Z'))
    const [edition] = await sql`select lng, lat from editions where ended_at is null`
    expect(pass.locations).toMatchObject([{ longitude: edition?.lng, latitude: edition?.lat }])
    const { eventTicket } = pass
    const fields = [
      ...eventTicket.headerFields,
      ...eventTicket.primaryFields,
      ...eventTicket.secondaryFields,
      ...eventTicket.auxiliaryFields,
    ].map(({ label, value }) => `${label}: ${value}`)
    expect(fields).toEqual([
      'ČETVRTAK: 12.11.',
      'ULAZNICA ZA: Žana Šćepanović',
      'VRATA: 20:00',
      'MJESTO: Studentski centar',
      'DO: 05:00',
      'POPIS: Brucoši',
    ])
    const backFields = Object.fromEntries(
      eventTicket.backFields.map(({ key, value }: { key: string; value: string }) => [key, value]),
    )
    expect(backFields).toMatchObject({
      page: `https://festival.example/karta/${code}`,
      where: 'Studentski centar, Savska cesta 25, Zagreb',
      contact: 'info@festival.example',
    })
    const keys = Object.values(eventTicket).flat() as { key: string }[]
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length)
  })

  it('has the same serial number at every download, which does not reveal the code', async () => {
    const { code } = await sellTicket()
    const [first, second] = [await download(code), await download(code.toUpperCase())]
    expect(second.serial).toBe(first.serial)
    expect(first.serial).not.toContain(code.slice(0, 8))
    const other = await download((await sellTicket()).code)
    expect(other.serial).not.toBe(first.serial)
    expect(other.pass.authenticationToken).not.toBe(first.pass.authenticationToken)
  })

  it('lists the SHA-1 of every file, and has a signature that openssl accepts', async () => {
    const { files } = await download((await sellTicket()).code)
    const manifest = JSON.parse(String(files['manifest.json']))
    const content = Object.keys(files).filter((name) => !/^(manifest\.json|signature)$/.test(name))
    expect(Object.keys(manifest).sort()).toEqual(content.sort())
    for (const name of content)
      expect(manifest[name]).toBe(
        createHash('sha1')
          .update(files[name] as Buffer)
          .digest('hex'),
      )
    const [signature, manifestFile] = [files.signature as Buffer, files['manifest.json'] as Buffer]
    expect(signatureProblem(chain, signature, manifestFile)).toBeNull()
    const changed = Buffer.from(String(manifestFile).replace(/"([0-9a-f])/, '"0$1'))
    expect(signatureProblem(chain, signature, changed)).toMatch(
      /digest failure|Verification failure/,
    )
    // The signature is invalid if it is verified with another root certificate.
    expect(signatureProblem(chain, signature, manifestFile, makeChain().root)).toMatch(/verif/i)
  })

  it('contains icon, logo and strip as PNG in three resolutions', async () => {
    const { files } = await download((await sellTicket()).code)
    const sizes = { icon: [29, 29], logo: [50, 50], strip: [375, 98] }
    for (const [name, [width = 0, height = 0]] of Object.entries(sizes))
      for (const scale of [1, 2, 3]) {
        const file = files[`${name}${scale === 1 ? '' : `@${scale}x`}.png`]
        expect(await sharp(file).metadata()).toMatchObject({
          format: 'png',
          width: width * scale,
          height: height * scale,
        })
      }
  })

  it('does not exist for a wrong, malformed or returned code, or for a deleted guest', async () => {
    const admin = await staff(1)
    const [returned, deleted] = [await sellTicket(), await sellTicket()]
    await changeGuest(returned.id, { bought: false }, admin)
    await deleteGuest(deleted.id, admin)
    const codes = [returned.code, deleted.code, 'x', '', '00000000-0000-1000-8000-000000000000']
    const texts = new Set<string>()
    for (const handler of [forApple.GET, forGoogle.GET])
      for (const code of codes) {
        const response = await call(handler, { code })
        expect(response.status).toBe(404)
        texts.add(await response.text())
      }
    expect(texts.size).toBe(1)
    expect(await sql`select from wallet_passes`).toHaveLength(0)
  })

  it('can be downloaded at most 30 times a minute, since each download is signed', {
    tags: ['full'],
  }, async () => {
    const { code } = await sellTicket()
    const statuses = await Promise.all(
      Array.from({ length: 34 }, async () => (await call(forApple.GET, { code })).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })
})

describe.skipIf(noOpenssl)('a phone with an Apple Wallet pass', () => {
  it('is registered only once, gets 204 or 304 while nothing changes, and can unregister', async () => {
    const { code } = await sellTicket()
    const { status, params, headers, serial } = await addToPhone(code)
    expect(status).toBe(201)
    const second = await call(registration.POST, params, { headers, body: { pushToken: 'beef' } })
    expect(second.status).toBe(200)
    const [row] = await sql`select device, push_token from wallet_phones`
    expect(row).toEqual({ device: 'iphone-1', push_token: 'beef' })

    const all = await (await call(changedPasses.GET, params)).json()
    expect(all.serialNumbers).toEqual([serial])
    // The endpoint also lists changes of the 60 s before the given time, so the test adds 61 s.
    const laterQuery = `?passesUpdatedSince=${Number(all.lastUpdated) + 61}`
    expect((await call(changedPasses.GET, params, { query: laterQuery })).status).toBe(204)
    expect((await call(changedPasses.GET, { ...params, device: 'iphone-2' })).status).toBe(204)

    const { response } = await fetchPass({ serial, headers })
    const ifModified = { 'if-modified-since': response.headers.get('last-modified') as string }
    const result = await call(currentPass.GET, params, { headers: { ...headers, ...ifModified } })
    expect(result.status).toBe(304)

    expect((await call(registration.DELETE, params, { headers })).status).toBe(200)
    expect(await sql`select from wallet_phones`).toHaveLength(0)
    expect((await call(changedPasses.GET, params)).status).toBe(204)
  })

  it('gets the same 401 response without a valid token, whatever is wrong', async () => {
    const { code } = await sellTicket()
    const { params, headers, pass } = await addToPhone(code)
    const other = await download((await sellTicket()).code)
    const body = { pushToken: 'f00d' }
    const wrongRequests: [Record<string, string>, HeadersInit][] = [
      [params, {}],
      [params, { authorization: 'ApplePass wrong' }],
      [params, { authorization: `Bearer ${pass.authenticationToken}` }],
      [params, authorized(other.pass)],
      [{ ...params, serial: other.serial }, headers],
      [{ ...params, serial: '00000000-0000-4000-8000-000000000000' }, headers],
      [{ ...params, serial: 'x' }, headers],
      [{ ...params, passType: 'pass.hr.other' }, headers],
    ]
    const texts = new Set<string>()
    for (const [wrongParams, headers] of wrongRequests)
      for (const response of [
        await call(registration.POST, wrongParams, { headers, body }),
        await call(registration.DELETE, wrongParams, { headers }),
        await call(currentPass.GET, wrongParams, { headers }),
      ]) {
        expect(response.status).toBe(401)
        texts.add(await response.text())
      }
    expect(texts.size).toBe(1)
    expect(await sql`select from wallet_phones`).toHaveLength(1)
  })

  it('can send log messages', async () => {
    expect((await call(log.POST, {}, { body: { logs: ['no web service'] } })).status).toBe(200)
  })
})

describe.skipIf(noOpenssl)('a pass update is sent', () => {
  // Rule 12.24: a returned ticket becomes void in the wallet.
  it('when the ticket is returned, and the void pass has no personal data', async () => {
    const { id, code } = await sellTicket({ name: 'Žana', surname: 'Šćepanović' })
    const phonePass = await addToPhone(code)
    const before = await fetchPass(phonePass)
    expect(await countWaiting()).toBe(0)
    await changeGuest(id, { bought: false }, await staff(1))
    expect(await countWaiting()).toBe(1)
    await sendWalletUpdates(getDb())
    expect(push.received).toEqual([{ token: 'f00d', topic: PASS_TYPE, body: '{}' }])
    expect(await countWaiting()).toBe(0)

    const since = { query: `?passesUpdatedSince=${Date.now() / 1000 - 5}` }
    const changed = await (await call(changedPasses.GET, phonePass.params, since)).json()
    expect(changed.serialNumbers).toEqual([phonePass.serial])
    const ifModified = {
      'if-modified-since': before.response.headers.get('last-modified') as string,
    }
    const after = await fetchPass({
      ...phonePass,
      headers: { ...phonePass.headers, ...ifModified },
    })
    expect(after.pass).toMatchObject({ voided: true, serialNumber: phonePass.serial })
    expect(Date.parse(after.pass.expirationDate)).toBeLessThan(Date.now() + 2000)
    expect(after.pass.barcodes).toBeUndefined()
    const text = JSON.stringify(after.pass)
    for (const secret of [code, 'Žana', 'Šćepanović']) expect(text).not.toContain(secret)

    // A new ticket of the same guest gets a new pass.
    const { confCode } = await changeGuest(id, { bought: true }, await staff(1))
    expect((await download(confCode as string)).serial).not.toBe(phonePass.serial)
  })

  it('when the guest is deleted, and again when the guest is restored', async () => {
    const { id, code } = await sellTicket()
    const phonePass = await addToPhone(code)
    await deleteGuest(id, await staff(1))
    await sendWalletUpdates(getDb())
    expect((await fetchPass(phonePass)).pass.voided).toBe(true)
    await restoreGuest(id, undefined, await staff(1))
    await sendWalletUpdates(getDb())
    expect(push.received).toHaveLength(2)
    const { pass } = await fetchPass(phonePass)
    expect(pass.voided).toBeUndefined()
    expect(pass.barcodes[0].message).toBe(code)
  })

  // Rule 4.20: a bulk change can be undone.
  it('when a bulk job returns the ticket, and again when the job is undone', async () => {
    const { id, code } = await sellTicket()
    const phonePass = await addToPhone(code)
    await call(forGoogle.GET, { code })
    const admin = await staff(1)
    const body = { selection: { ids: [id] }, action: { kind: 'take-back' } }
    const job = await startBulk(bulkBody.parse(body), admin)
    await runPendingJobs(randomUUID())
    await sendWalletUpdates(getDb())
    expect((await fetchPass(phonePass)).pass.voided).toBe(true)
    await undoBulk(job.id, admin)
    await runPendingJobs(randomUUID())
    await sendWalletUpdates(getDb())
    expect(push.received).toHaveLength(2)
    expect(google.patches).toHaveLength(2)
    const { pass } = await fetchPass(phonePass)
    expect(pass.voided).toBeUndefined()
    expect(pass.barcodes[0].message).toBe(code)
    expect((await download(code)).serial).toBe(phonePass.serial)
  })

  it('when opening time or place change, but not for a setting that no pass shows', async () => {
    const phonePass = await addToPhone((await sellTicket()).code)
    const admin = await staff(1)
    await changeEdition({ instagramUrl: 'https://instagram.example/x' }, admin)
    expect(await countWaiting()).toBe(0)
    await changeEdition({ place: 'Velesajam', opensAt: '2026-11-12T20:30:00Z' }, admin)
    await sendWalletUpdates(getDb())
    expect(push.received).toHaveLength(1)
    const { pass } = await fetchPass(phonePass)
    expect(pass.eventTicket.secondaryFields).toMatchObject([
      { value: '21:30', changeMessage: 'Vrata se otvaraju u %@.' },
      { value: 'Velesajam' },
    ])
  })

  it('only for changes of the pass, not when the guest is admitted', async () => {
    const { id, code } = await sellTicket()
    await addToPhone(code)
    await changeGuest(id, { entered: true }, await staff(1))
    expect(await countWaiting()).toBe(0)
  })

  it('again when the guest changes while the first update is being sent', async () => {
    const { id, code } = await sellTicket()
    await addToPhone(code)
    await sql`update guests set name = 'Druga' where id = ${id}`
    push.behave(async () => {
      await sql`update guests set name = 'Treća' where id = ${id}`
      return { status: 200 }
    })
    await sendWalletUpdates(getDb())
    expect(await countWaiting()).toBe(1)
    push.behave(() => ({ status: 200 }))
    await sendWalletUpdates(getDb())
    expect(await countWaiting()).toBe(0)
    expect(push.received).toHaveLength(2)
  })

  it('again later when the connection is lost before the response', async () => {
    const { id, code } = await sellTicket()
    await addToPhone(code)
    await sql`update guests set name = 'Druga' where id = ${id}`
    push.behave(() => {
      push.drop()
      return null
    })
    await sendWalletUpdates(getDb())
    expect(await sql`select attempts from wallet_outbox`).toEqual([{ attempts: 1 }])
  })

  it('again with growing delays while APNs fails, but never again to an unregistered phone', async () => {
    const [ana, ivo] = [await sellTicket(), await sellTicket()]
    await addToPhone(ana.code, 'iphone-ana', 'aaaa')
    await addToPhone(ivo.code, 'iphone-ivo', 'bbbb')
    await sql`update guests set name = 'Nova'`
    push.behave((token) =>
      token === 'aaaa' ? { status: 410, reason: 'Unregistered' } : { status: 503 },
    )
    await sendWalletUpdates(getDb())
    expect(await sql`select device from wallet_phones`).toEqual([{ device: 'iphone-ivo' }])
    const readRetry = async () =>
      (
        await sql`select attempts, extract(epoch from due_at - now())::float as wait from wallet_outbox`
      )[0]
    const first = await readRetry()
    expect(first).toMatchObject({ attempts: 1 })
    expect(first?.wait).toBeGreaterThan(0)
    expect(first?.wait).toBeLessThanOrEqual(5)
    // An update is not sent again before it is due.
    await sendWalletUpdates(getDb())
    expect(push.received).toHaveLength(2)
    await dueNow()
    await sendWalletUpdates(getDb())
    const second = await readRetry()
    expect(second).toMatchObject({ attempts: 2 })
    expect(second?.wait).toBeGreaterThan(5)
    expect(second?.wait).toBeLessThanOrEqual(15)
    push.behave(() => ({ status: 200 }))
    await dueNow()
    await sendWalletUpdates(getDb())
    expect(await countWaiting()).toBe(0)
    expect(push.received.map(({ token }) => token).sort()).toEqual(['aaaa', 'bbbb', 'bbbb', 'bbbb'])
  })

  it('unless the transaction of the change is rolled back', async () => {
    const { id, code } = await sellTicket()
    const { serial } = await addToPhone(code)
    const rolledBack = sql.begin(async (tx) => {
      await tx`update guests set conf_code = null, bought_at = null where id = ${id}`
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await countWaiting()).toBe(0)
    expect((await download(code)).serial).toBe(serial)
  })

  it('no longer to the phone of an erased guest, and the name at Google Wallet is emptied', async () => {
    const { id, code } = await sellTicket({ name: 'Žana', surname: 'Šćepanović' })
    await addToPhone(code, 'zanin-iphone', '7a616e61')
    await call(forGoogle.GET, { code })
    const chosen = chosenBody.parse({ guests: [id] })
    const file = await (await exportPerson(chosen, { format: 'json' }, await staff(1))).json()
    expect(file.wallets).toMatchObject([{ device: 'zanin-iphone', isGoogle: true }])
    expect(await lockGuests(getDb(), [id])).toEqual([id])
    await erasePerson(chosen, await staff(1))
    expect(await sql`select from wallet_phones`).toHaveLength(0)
    expect(await sql`select from wallet_passes where conf_code is not null`).toHaveLength(0)
    await sendWalletUpdates(getDb())
    expect(push.received).toHaveLength(0)
    expect(google.patches.map(({ body }) => body)).toEqual([
      { state: 'EXPIRED', ticketHolderName: '' },
    ])
  })
})

interface SaveLinkPayload {
  payload: Record<'eventTicketClasses' | 'eventTicketObjects', { id: string }[]>
}

describe.skipIf(noOpenssl)('a ticket for Google Wallet', () => {
  async function readSaveLink(code: string) {
    const response = await call(forGoogle.GET, { code })
    expect(response.status).toBe(302)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const location = response.headers.get('location') as string
    const [, token = ''] = location.split('https://pay.google.com/gp/v/save/')
    const key = await importSPKI(google.publicKey, 'RS256')
    const { payload } = await jwtVerify(token, key, { issuer: google.email, audience: 'google' })
    return { location, payload: payload as unknown as SaveLinkPayload }
  }

  it('is contained in the link to Google, signed by the service account', async () => {
    const { code } = await sellTicket({ name: 'Žana', surname: 'Šćepanović' })
    const { location, payload } = await readSaveLink(code)
    const [festival] = payload.payload.eventTicketClasses
    const [object] = payload.payload.eventTicketObjects
    expect(payload).toMatchObject({ typ: 'savetowallet', origins: ['https://festival.example'] })
    expect(festival).toMatchObject({
      eventName: { defaultValue: { language: 'hr', value: 'Brucošijada 2026' } },
      venue: { name: { defaultValue: { value: 'Studentski centar' } } },
      dateTime: { doorsOpen: '2026-11-12T19:00:00.000Z', end: '2026-11-13T04:00:00.000Z' },
    })
    expect(object).toMatchObject({
      classId: festival?.id,
      state: 'ACTIVE',
      ticketHolderName: 'Žana Šćepanović',
      barcode: { type: 'QR_CODE', value: code },
    })
    expect(String(object?.id)).toMatch(/^3388000000012345678\.[0-9a-f-]{36}$/)
    expect(String(object?.id)).not.toContain(code)
    // According to Google, some browsers cut links that are longer.
    expect(location.length).toBeLessThan(2000)
  })

  it('expires after its return, with a retry if Google fails, unless Google does not know it', async () => {
    const [ana, ivo] = [await sellTicket(), await sellTicket()]
    const { payload } = await readSaveLink(ana.code)
    await readSaveLink(ivo.code)
    const [object] = payload.payload.eventTicketObjects
    google.respondWith(500)
    await changeGuest(ana.id, { bought: false }, await staff(1))
    await sendWalletUpdates(getDb())
    expect(google.patches).toHaveLength(0)
    expect(await countWaiting()).toBe(1)
    await dueNow()
    await sendWalletUpdates(getDb())
    expect(google.patches).toEqual([
      {
        path: `/walletobjects/v1/eventTicketObject/${object?.id}`,
        body: { state: 'EXPIRED', ticketHolderName: '' },
      },
    ])
    google.respondWith(404)
    await changeGuest(ivo.id, { bought: false }, await staff(1))
    await sendWalletUpdates(getDb())
    expect(await countWaiting()).toBe(0)
  })

  it('gets a new opening time by a single request for all tickets', async () => {
    for (const { code } of [await sellTicket(), await sellTicket()]) await readSaveLink(code)
    await changeEdition({ opensAt: '2026-11-12T20:30:00Z' }, await staff(1))
    await sendWalletUpdates(getDb())
    expect(google.patches).toHaveLength(1)
    expect(google.patches[0]?.path).toContain('/eventTicketClass/')
    expect(google.patches[0]?.body).toMatchObject({
      dateTime: { doorsOpen: '2026-11-12T20:30:00.000Z' },
    })
    expect(google.tokens()).toBe(1)
  })
})
