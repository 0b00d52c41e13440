import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { claimBatchMails, reserveRateSlots } from '@/db/queries/mails-queue'
import { randomUuidV1 } from '@/db/uuid'
import { changeGuest } from '@/lib/guests/change-guest'
import { check } from '@/lib/http/request'
import { previewRange, queueMails, queueRange, resendFailed } from '@/lib/mail/bulk'
import { newMailsBody } from '@/lib/mail/schema'
import { sendClaimed } from '@/lib/mail/send'
import { sendWaiting, startSenders } from '@/lib/mail/sender'
import { changeBatch, findBatches } from '@/lib/mail/service'
import { claimSize, waitForRateSlot } from '@/lib/mail/transport'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { startMailService } from '../support/mail-service'
import { runConcurrently } from '../support/programme'

const RATE = 200
const WAIT = { timeout: 30_000 }
const service = await startMailService()
Object.assign(process.env, {
  RESEND_API_KEY: service.key,
  RESEND_BASE_URL: service.url,
  RESEND_CALLS_PER_SECOND: String(RATE),
  MAIL_FROM: 'ulaznice@brucosijada.example',
})

const sql = getSql()
const admin = await staff(1)
afterAll(() => service.stop())
beforeEach(async () => {
  await empty(sql, 'mails', 'mail_batches', 'mail_service')
  service.delivered.length = 0
  service.requests.length = 0
  service.behave(() => undefined)
  service.refuse(null)
})

const address = (i: number) => `gost${i}@primjer.hr`
const queue = (n: number, fields: (i: number) => object = () => ({})) =>
  queueMails(
    check(newMailsBody, {
      emails: Array.from({ length: n }, (_, i) => ({
        template: 'message',
        subject: 'Vrata u 20 h',
        message: 'Ponesi osobnu.',
        to_mail: address(i),
        ...fields(i),
      })),
    }).emails,
    admin,
  )
const received = () => service.delivered.map((mail) => String(mail.to)).sort()
const allAddresses = (n: number) => Array.from({ length: n }, (_, i) => address(i)).sort()
const states = async () =>
  Object.fromEntries(
    (await sql`select state, count(*)::int as n from mails group by state`).map((r) => [
      r.state,
      r.n,
    ]),
  )
const getNewestBatch = async () => (await findBatches({ limit: 1, offset: 0 })).rows[0]

describe('mails without an attachment', () => {
  it('are sent a hundred per request, each only once', async () => {
    await queue(250)
    await sendWaiting()
    expect(service.requests.map((request) => request.mails.length).sort()).toEqual([100, 100, 50])
    expect(received()).toEqual(allAddresses(250))
    const rows =
      await sql`select to_mail, provider_id, subject, html from mails where state = 'sent'`
    const idOf = new Map(service.delivered.map((mail) => [mail.to, mail.id]))
    expect(rows).toHaveLength(250)
    for (const row of rows) expect(row.provider_id).toBe(idOf.get(row.to_mail))
    expect(rows[0]?.html).toContain('Ponesi osobnu.')
  })

  it('are sent again unchanged with the same Idempotency-Key when the response was lost', async () => {
    await queue(30)
    service.behave((_request, n) => (n === 0 ? 'drop after accepting' : undefined))
    const send = async () =>
      sendClaimed(
        await claimBatchMails(getDb(), { singleTemplates: [], maxSingle: 1, maxShared: 100 }),
      )
    await send()
    expect(await states()).toEqual({ queued: 30 })
    // A mail that is queued meanwhile is not added to the repeated request.
    await queue(1, () => ({ to_mail: 'kasni@primjer.hr' }))
    await sql`update mails set due_at = now()`
    await sendWaiting()
    expect(received()).toEqual([...allAddresses(30), 'kasni@primjer.hr'].sort())
    const [first, ...later] = service.requests.filter((request) => request.isBatch)
    expect(later.map((request) => request.idempotencyKey)).toEqual([first?.idempotencyKey])
    expect(await states()).toEqual({ sent: 31 })
  })

  it('are sent when the provider rejects other mails of the same request', async () => {
    await queue(4)
    await sql`update mails set to_mail = 'gost1@refused.hr' where to_mail = ${address(1)}`
    service.refuse('gost1@refused.hr')
    await sendWaiting()
    expect(service.requests).toHaveLength(1)
    expect(received()).toEqual([address(0), address(2), address(3)])
    const rows = await sql`select to_mail, provider_id, last_error from mails order by to_mail`
    expect(rows[1]).toMatchObject({ to_mail: 'gost1@refused.hr', provider_id: null })
    expect(rows[1]?.last_error).toContain('Invalid `to` field')
    const third = service.delivered.find((mail) => mail.to === address(3))
    expect(rows[3]).toMatchObject({ to_mail: address(3), provider_id: third?.id })
  })

  it('are sent without a mail that fails to render, which is retried later', async () => {
    await queue(3)
    const setTemplate = (name: string) =>
      sql`update mails set template = ${name}, due_at = now() where to_mail = ${address(1)}`
    await setTemplate('unknown')
    await sendClaimed(
      await claimBatchMails(getDb(), { singleTemplates: [], maxSingle: 1, maxShared: 100 }),
    )
    expect(await states()).toEqual({ sent: 2, queued: 1 })
    await setTemplate('message')
    await sendWaiting()
    expect(received()).toEqual(allAddresses(3))
    expect(await states()).toEqual({ sent: 3 })
  })

  it('are sent one by one when the provider rejects the request', async () => {
    await queue(3)
    service.refuse(address(1))
    service.behave((request) =>
      request.isBatch ? { status: 422, name: 'validation_error' } : undefined,
    )
    await sendWaiting()
    expect(received()).toEqual([address(0), address(2)])
    expect(await states()).toEqual({ sent: 2, failed: 1 })
  })
})

describe('a mail batch', () => {
  // Rule 7.13: a mail batch shows its progress, and can be stopped and continued.
  it('shows its progress, stops, continues, and sends each mail only once', async () => {
    const { batch } = await queue(60)
    expect(await getNewestBatch()).toMatchObject({
      id: batch,
      kind: 'list',
      total: 60,
      waiting: 60,
      failed: 0,
      createdBy: admin.name || admin.email,
      stoppedAt: null,
      endedAt: null,
      secondsLeft: null,
    })
    const stopped = await changeBatch(batch as string, true, admin)
    expect(stopped.stoppedAt).not.toBeNull()
    await queue(1, () => ({ to_mail: 'jedan@primjer.hr' }))
    await sendWaiting()
    expect(received()).toEqual(['jedan@primjer.hr'])
    expect(await changeBatch(batch as string, false, admin)).toMatchObject({ stoppedAt: null })
    await sendWaiting()
    expect(received()).toHaveLength(61)
    const finished = await getNewestBatch()
    expect(finished).toMatchObject({ waiting: 0, endedAt: expect.any(String) })
    expect(finished?.perMinute).toBeGreaterThan(0)
    const record = await sql`select action from activities where entity_id = ${batch} order by id`
    expect(record.map((row) => row.action)).toEqual(['stopped', 'continued'])
    await expect(changeBatch(crypto.randomUUID(), true, admin)).rejects.toMatchObject({
      status: 404,
    })
  })

  it('is sent by several senders, and no mail is claimed twice', async () => {
    await queue(300)
    const claims = await runConcurrently(12, () =>
      claimBatchMails(getDb(), { singleTemplates: ['message'], maxSingle: 25, maxShared: 100 }),
    )
    const ids = claims.flat().map((mail) => mail.id)
    expect(ids).toHaveLength(300)
    expect(new Set(ids).size).toBe(300)
  })

  it('by range includes guests whose mail was recorded but not sent, each only once', async () => {
    for (const i of [0, 1, 2])
      await makeGuest({ email: address(i), conf_code: randomUuidV1(), bought_at: '2025-10-03' })
    await sql`
      insert into mails (template, state, to_mail, conf_code, guest_id)
      select 'ticket-confirmation', case email when ${address(0)} then 'sent' else 'recorded' end,
        'stara@primjer.hr', conf_code, id from guests where email in (${address(0)}, ${address(1)})`
    const range = { start: 1, end: 9 }
    const counts = { queued: 2, skipped: 1, withoutAddress: 0 }
    expect(await previewRange(range)).toMatchObject(counts)
    const { batch } = await queueRange(range, admin)
    expect(await getNewestBatch()).toMatchObject({ id: batch, total: 2, waiting: 2 })
    await sendWaiting()
    expect(received()).toEqual([address(1), address(2)])
    expect(await queueRange(range, admin)).toMatchObject({ queued: 0, skipped: 3 })
    expect(await states()).toEqual({ sent: 3 })
  })

  it('of failed mails uses new Idempotency-Keys where the provider has used the old keys', async () => {
    const { ids } = await queue(2)
    await sendWaiting()
    await sql`update mails set state = 'failed' where id = ${ids[0] as string}`
    const { batch, queued } = await resendFailed(admin)
    expect(queued).toBe(1)
    expect(await getNewestBatch()).toMatchObject({
      id: batch,
      kind: 'failed',
      total: 1,
      waiting: 1,
    })
    await sendWaiting()
    expect(service.delivered).toHaveLength(3)
    expect(service.requests.at(-1)?.idempotencyKey).toBe(`${ids[0]}_1`)
  })
})

describe('a single mail', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })

  // Rule 7.15: a sale never waits for a mail batch.
  it('is sent while every request of a batch hangs', async () => {
    for (let i = 0; i < 20; i++)
      await makeGuest({ email: address(i), conf_code: randomUuidV1(), bought_at: '2025-10-03' })
    await queueRange({ start: 1, end: 1000 }, admin)
    service.behave(({ mail }) => (mail.to === 'kasni@primjer.hr' ? undefined : 'hang'))
    stops.push(await startSenders())
    await expect.poll(() => service.requests.length, WAIT).toBeGreaterThan(0)
    const guest = await makeGuest({ email: 'kasni@primjer.hr' })
    await changeGuest(guest.id, { bought: true }, admin)
    await expect.poll(received, WAIT).toEqual(['kasni@primjer.hr'])
    expect((await getNewestBatch())?.waiting).toBeGreaterThan(0)
  })

  it('is retried when it is due, also by another sender', async () => {
    stops.push(await startSenders(), await startSenders())
    service.behave((_request, n) =>
      n === 0 ? { status: 503, headers: { 'retry-after': '1' } } : undefined,
    )
    await queue(1)
    await expect.poll(() => service.requests.length, WAIT).toBe(1)
    await stops[0]?.()
    await expect.poll(received, WAIT).toEqual([address(0)])
    const [first, second] = service.requests
    expect((second?.at as number) - (first?.at as number)).toBeGreaterThan(900)
  })

  it('is found by the next poll when the notification was lost', async () => {
    stops.push(await startSenders())
    await sql`
      insert into mails (template, to_mail, subject, message)
      values ('message', ${address(1)}, 'Vrata u 20 h', 'Ponesi osobnu.')`
    await expect.poll(received, WAIT).toEqual([address(1)])
  })
})

describe('the rate limit of the provider', () => {
  it('is shared by all senders', async () => {
    const started = performance.now()
    await runConcurrently(8, () => waitForRateSlot(claimSize()))
    const seconds = (performance.now() - started) / 1000
    expect(seconds).toBeGreaterThan((7 * claimSize()) / RATE - 0.02)
  })

  it('does not delay mails after an idle time', async () => {
    await waitForRateSlot(1)
    await sql`update mail_service set next_call_at = now() - interval '1 hour'`
    expect((await reserveRateSlots(getDb(), 1, RATE)).wait).toBe(0)
  })
})
