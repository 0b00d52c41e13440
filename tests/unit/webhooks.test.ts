import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver, type TestReceiver } from '../support/fake-webhook-receiver'

process.env.AUTH_SECRET = 'a secret of the tests, long enough to be one'
process.env.DEMO = '0'
const { isPublic, UnreachableError, post, urlProblem } = await import('@/lib/webhooks/post')
const { RETRY_DELAYS, MAX_ATTEMPTS, nextRetryDelay } = await import('@/lib/webhooks/rules')
const { newReceiverBody, receiverForm } = await import('@/lib/webhooks/schema')
const { makeSecret, encryptSecret, signedHeaders, decryptSecret } = await import(
  '@/lib/webhooks/secrets'
)

describe('the signature of a webhook', () => {
  const body = JSON.stringify({ type: 'ticket.sold', data: { list: 'Brucoši' } })

  it('is verified by Standard Webhooks, and is invalid after any change', () => {
    const secret = makeSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const headers = signedHeaders('0199', body, [secret])
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]+=*$/)
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    const expectInvalid = (changes: object, text = body, key = secret) =>
      expect(() => new Webhook(key).verify(text, { ...headers, ...changes })).toThrow()
    expectInvalid({}, `${body} `)
    expectInvalid({}, body, makeSecret())
    expectInvalid({ 'webhook-id': '0200' })
    expectInvalid({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })
  })

  it('is valid with the old and with the new secret while a new secret replaces the old one', () => {
    const [next, before] = [makeSecret(), makeSecret()]
    const headers = signedHeaders('0199', body, [next, before])
    for (const secret of [next, before])
      expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
  })

  it('uses a secret that is encrypted differently each time and unreadable when altered', () => {
    const secret = makeSecret()
    const encrypted = encryptSecret(secret)
    expect(decryptSecret(encrypted)).toBe(secret)
    expect(encryptSecret(secret)).not.toBe(encrypted)
    expect(Buffer.from(encrypted, 'base64').toString('latin1')).not.toContain(secret.slice(6, 20))
    const other = Buffer.from(encrypted, 'base64')
    other[20] = (other[20] as number) ^ 1
    expect(() => decryptSecret(other.toString('base64'))).toThrow()
    expect(() => decryptSecret(randomBytes(80).toString('base64'))).toThrow()
  })
})

describe('the address of a webhook receiver', () => {
  it.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['99.255.255.255', true],
    ['100.128.0.0', true],
    ['172.15.255.255', true],
    ['172.32.0.0', true],
    ['2606:4700:4700::1111', true],
    ['2a00:1450:4014::1', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['100.127.255.255', false],
    ['127.0.0.1', false],
    ['127.255.255.254', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.31.255.255', false],
    ['192.0.0.170', false],
    ['192.0.2.1', false],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['198.51.100.7', false],
    ['203.0.113.7', false],
    ['224.0.0.1', false],
    ['239.255.255.255', false],
    ['240.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:8.8.8.8', false],
    ['::ffff:7f00:1', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b:1::1', false],
    ['100::1', false],
    ['2001::1', false],
    ['2001:db8::1', false],
    ['2002:7f00:1::', false],
    ['3fff::1', false],
    ['fc00::1', false],
    ['fd12:3456::1', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['fec0::1', false],
    ['4000::1', false],
    ['ff02::1', false],
    ['prijemnik.example', false],
    ['', false],
  ])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected))

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://localhost/',
    'https://baza.localhost./',
    'http://127.0.0.1/',
    'http://8.8.8.8/',
    'http://prijemnik.example/',
  ])('%s is refused before a message is sent', async (url) => {
    expect(urlProblem(url)).not.toBeNull()
    await expect(post(url, {}, '{}')).rejects.toBeInstanceOf(UnreachableError)
  })

  it.each(['ftp://a.example/', 'https://ana:tajna@a.example/', 'a.example', 'javascript:1', ''])(
    '%s is not a valid URL',
    (url) => {
      const input = { description: 'Chat', url, events: ['ticket.sold'] }
      expect(newReceiverBody.safeParse(input).success).toBe(false)
    },
  )

  it('is entered in a form that sends its events as one text, separated by commas', () => {
    const input = { description: ' Chat ', url: 'https://a.example/x' }
    expect(receiverForm.parse({ ...input, events: 'double.found,ticket.sold' })).toEqual({
      description: 'Chat',
      url: 'https://a.example/x',
      events: ['ticket.sold', 'double.found'],
    })
    expect(receiverForm.safeParse({ ...input, events: '' }).success).toBe(false)
    expect(receiverForm.safeParse({ ...input, events: 'guest.born' }).success).toBe(false)
  })
})

describe('a host name', () => {
  let inside: TestReceiver
  beforeAll(async () => {
    inside = await startReceiver()
  })
  afterAll(() => inside.stop())

  const resolveTo = (...addressLists: string[][]) => {
    let n = 0
    return async () => addressLists[Math.min(n++, addressLists.length - 1)] as string[]
  }
  const postVia = (resolve: () => Promise<string[]>) =>
    post(`https://prijemnik.example:${inside.port}/`, {}, '{"type":"x"}', resolve)
  const isPrivate = { message: expect.stringContaining('privatnoj') }

  it('that resolves to a private IP address gets no message, also next to a public address', async () => {
    await expect(postVia(resolveTo(['127.0.0.1']))).rejects.toMatchObject(isPrivate)
    await expect(postVia(resolveTo(['::ffff:127.0.0.1']))).rejects.toMatchObject(isPrivate)
    // A public address next to a private one does not make the host acceptable.
    await expect(postVia(resolveTo(['192.0.2.1', '127.0.0.1']))).rejects.toMatchObject(isPrivate)
    // The host is resolved only once, for the connection itself, so a second DNS answer cannot
    // differ.
    let times = 0
    const rebinding = async () => (++times === 1 ? ['169.254.169.254'] : ['127.0.0.1'])
    await expect(postVia(rebinding)).rejects.toMatchObject(isPrivate)
    expect(times).toBe(1)
    expect(inside.received).toEqual([])
  })

  it('that does not exist is refused with an error that says so', async () => {
    await expect(postVia(resolveTo([]))).rejects.toThrow('ne postoji')
  })
})

describe('the delays before a retry', () => {
  it('grow from 5 seconds to a day, vary by a fifth, and end after the last attempt', () => {
    expect(RETRY_DELAYS).toEqual([5, 30, 120, 600, 3600, 21_600, 86_400])
    expect(nextRetryDelay(1, 0)).toBeCloseTo(4)
    expect(nextRetryDelay(1, 1)).toBeCloseTo(6)
    expect(nextRetryDelay(7, 0.5)).toBeCloseTo(86_400)
    expect(nextRetryDelay(MAX_ATTEMPTS, 0.5)).toBeNull()
  })

  it('are at least as long as the receiver asks for, up to an hour', () => {
    expect(nextRetryDelay(1, 0.5, 90)).toBe(90)
    expect(nextRetryDelay(1, 0.5, 1e9)).toBe(3600)
    expect(nextRetryDelay(7, 0.5, 90)).toBeCloseTo(86_400)
    expect(nextRetryDelay(MAX_ATTEMPTS, 0.5, 90)).toBeNull()
  })
})
