import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { requeueMails } from '@/db/queries/mails-bulk'
import { recordOutcomes } from '@/db/queries/mails-queue'
import { eraseChosen } from '@/db/queries/people'
import { apiDocument } from '@/lib/endpoints/document'
import { mailerEndpoints } from '@/lib/mail/endpoints'
import { receiveMailEvent } from '@/lib/mail/transport'

/**
 * Secret of the webhook. Set before the imports, because the endpoints read the configuration once.
 */
const secret = vi.hoisted(() => {
  const bytes = Buffer.alloc(24, 'secret')
  process.env.RESEND_WEBHOOK_SECRET = `whsec_${bytes.toString('base64')}`
  return bytes
})
const sql = getSql()

const seconds = () => Math.floor(Date.now() / 1000)
const sign = (id: string, at: number, body: string, key = secret) =>
  `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`

interface SigningOptions {
  at?: number
  signature?: (id: string, at: number, body: string) => string
  /** Body that is sent instead of the signed body. */
  sentBody?: string
}

async function receiveEvent(
  event: object,
  { at = seconds(), signature = sign, sentBody }: SigningOptions = {},
) {
  const body = JSON.stringify(event)
  const headers = new Headers({
    'svix-id': 'msg_1',
    'svix-timestamp': String(at),
    'svix-signature': signature('msg_1', at, body),
  })
  await receiveMailEvent(Buffer.from(sentBody ?? body), headers)
}

const event = (kind: string, providerId: string, more: object = {}) => ({
  type: `email.${kind}`,
  created_at: '2026-09-20T10:00:00.000Z',
  data: { email_id: providerId, to: ['a@b.hr'], subject: 'x', ...more },
})

async function makeMail(state: string, providerId: string | null = crypto.randomUUID()) {
  const [row] = await sql`
    insert into mails ${sql({ template: 'message', to_mail: 'a@b.hr', state, provider_id: providerId })}
    returning id`
  return { id: row?.id as string, providerId: providerId ?? crypto.randomUUID() }
}
const stored = async (id: string) =>
  (await sql`select state, last_error, provider_id from mails where id = ${id}`)[0]

it.each([
  ['an unsigned event', 401, 'application/json', '{"type":"email.sent"}'],
  ['an unsigned body that is no JSON', 401, 'application/json', 'no JSON'],
  ['300 kB', 413, 'application/json', ' '.repeat(300_000)],
  ['plain text', 415, 'text/plain', '{}'],
])('%s gets status %i, which the API description lists', async (_what, status, type, body) => {
  const request = new Request('http://127.0.0.1/api/mailer/webhook/', {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': '203.0.113.7' },
    body,
  })
  const { POST } = mailerEndpoints['mailer/webhook']
  expect((await POST(request, { params: Promise.resolve({}) })).status).toBe(status)
  const { paths } = apiDocument()
  expect(paths['/mailer/webhook/']?.post?.responses).toHaveProperty(String(status))
})

describe('an event of the mail provider', () => {
  it('is ignored when its type is a property name of JavaScript objects', async () => {
    const { id, providerId } = await makeMail('sent')
    await receiveEvent({ ...event('x', providerId), type: 'constructor' })
    expect(await stored(id)).toMatchObject({ state: 'sent', last_error: null })
  })

  it.each([
    ['another secret', { signature: (i, a, b) => sign(i, a, b, randomBytes(24)) }],
    ['no signature', { signature: () => '' }],
    [
      'a signature of another version',
      { signature: (i, a, b) => sign(i, a, b).replace('v1', 'v2') },
    ],
    ['a signature of six minutes ago', { at: seconds() - 360 }],
    ['a signature from six minutes in the future', { at: seconds() + 360 }],
    ['another body', { sentBody: JSON.stringify(event('bounced', 'x')) }],
  ] as [string, SigningOptions][])('is refused with %s', async (_name, options) => {
    const { id, providerId } = await makeMail('sent')
    await expect(receiveEvent(event('delivered', providerId), options)).rejects.toMatchObject({
      status: 401,
      code: 'bad_signature',
    })
    expect(await stored(id)).toMatchObject({ state: 'sent' })
  })

  it('is accepted with one valid signature among several', async () => {
    const { id, providerId } = await makeMail('sent')
    const signature: SigningOptions['signature'] = (i, a, b) =>
      `v1,${randomBytes(32).toString('base64')} ${sign(i, a, b)}`
    await receiveEvent(event('delivered', providerId), { signature })
    expect(await stored(id)).toMatchObject({ state: 'delivered', last_error: null })
  })

  // Rule 7.12: a delivery counts more than a temporary bounce, in any order of the reports.
  it('leads to the same state when events arrive in another order or twice', async () => {
    const finalStates: Record<string, string> = {
      'sent delivered': 'delivered',
      'sent bounced': 'bounced',
      'sent delivered complained': 'complained',
      'sent failed': 'failed',
      'sent delivery_delayed delivered opened': 'delivered',
    }
    for (const [kinds, finalState] of Object.entries(finalStates))
      for (const order of permutations(kinds.split(' '))) {
        const { id, providerId } = await makeMail('sent')
        for (const kind of [...order, ...order]) await receiveEvent(event(kind, providerId))
        expect((await stored(id))?.state, order.join(' ')).toBe(finalState)
      }
  })

  it.each([
    // Each row: events of one mail, and the state in which they end in any order and when repeated.
    ['soft delivered', 'delivered'],
    ['undetermined delivered', 'delivered'],
    ['soft', 'bounced'],
    ['soft hard', 'bounced'],
    ['soft hard delivered', 'bounced'],
    ['delivered hard', 'bounced'],
    ['soft delivered complained', 'complained'],
  ])('of a bounce: the events %s end in the state %s, in any order', async (kinds, finalState) => {
    const types: Record<string, string> = {
      soft: 'Transient',
      undetermined: 'Undetermined',
      hard: 'Permanent',
    }
    for (const order of permutations(kinds.split(' '))) {
      const { id, providerId } = await makeMail('sent')
      for (const kind of [...order, ...order]) {
        const bounce = { type: types[kind], subType: 'General', message: 'Out of office' }
        await receiveEvent(
          types[kind] ? event('bounced', providerId, { bounce }) : event(kind, providerId),
        )
      }
      expect((await stored(id))?.state, order.join(' ')).toBe(finalState)
    }
  })

  it('stores the reason given by the provider', async () => {
    const { id, providerId } = await makeMail('sent')
    const bounce = { type: 'Permanent', subType: 'General', message: 'Mailbox not\u0000found' }
    await receiveEvent(event('bounced', providerId, { bounce }))
    expect((await stored(id))?.last_error).toBe(
      'Primateljev poslužitelj nije primio mail (Mailbox not found).',
    )
  })

  it('applies to a mail whose response was lost, and the sender does not overwrite its state', async () => {
    const { id, providerId } = await makeMail('sending', null)
    await receiveEvent(event('delivered', providerId, { tags: { mail: id } }))
    const outcome = { id, state: 'sent', attempts: 1, lastError: null, html: '<p>' } as const
    await recordOutcomes(getDb(), [{ ...outcome, providerId }])
    await recordOutcomes(getDb(), [{ ...outcome, state: 'queued', lastError: 'no response' }])
    expect(await stored(id)).toEqual({
      state: 'delivered',
      last_error: null,
      provider_id: providerId,
    })
  })

  // Rule 4.26: an admin erases everything that is stored about a person, at once.
  it('brings back no data of an erased person, and neither do the sender and a resend', async () => {
    const { id, providerId } = await makeMail('sending', null)
    await getDb().transaction((tx) =>
      eraseChosen(tx, { guests: [], signups: [], leaderboard: [], mails: [id] }),
    )
    const content = { subject: 'Za Anu', html: '<p>Ana</p>', text: 'Ana' }
    const outcome = { id, state: 'sent', attempts: 1, lastError: null, providerId } as const
    await recordOutcomes(getDb(), [{ ...outcome, ...content }])
    const bounce = { type: 'Permanent', message: 'ana@primjer.hr is unknown' }
    await receiveEvent(event('bounced', providerId, { bounce }))
    await requeueMails(getDb(), [{ id, toMail: 'ana@primjer.hr', name: 'Ana' }], null)
    const [row] = await sql`
      select state, to_mail, name, subject, html, plain_text, last_error from mails where id = ${id}`
    expect(row).toEqual({
      state: 'bounced',
      to_mail: '',
      name: '',
      subject: '',
      html: null,
      plain_text: null,
      last_error: null,
    })
  })

  it('of an earlier sending or an unknown mail changes nothing', async () => {
    const { id } = await makeMail('queued', null)
    await sql`update mails set resend_count = 1 where id = ${id}`
    await receiveEvent(event('bounced', 'unknown', { tags: { mail: id } }))
    await receiveEvent(event('bounced', 'unknown', { tags: { mail: 'x' } }))
    await receiveEvent({ type: 'contact.created', data: { id: '1', email: 'a@b.hr' } })
    expect(await stored(id)).toMatchObject({ state: 'queued' })
    await receiveEvent(event('delivered', 'known', { tags: { mail: `${id}_1` } }))
    expect(await stored(id)).toMatchObject({ state: 'delivered', provider_id: 'known' })
  })

  it('is refused when it is invalid, even if signed', async () => {
    await expect(receiveEvent({ type: 7 })).rejects.toMatchObject({ status: 400 })
  })
})

function permutations<T>(all: T[]): T[][] {
  if (all.length <= 1) return [all]
  return all.flatMap((item, i) =>
    permutations(all.toSpliced(i, 1)).map((others) => [item, ...others]),
  )
}
