import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { claimSingleMails, secondsToNextMail } from '@/db/queries/mails-queue'
import { changeGuest } from '@/lib/guests/change-guest'
import { MAX_ATTEMPTS } from '@/lib/mail/rules'
import { failInterruptedMails } from '@/lib/mail/send'
import { sendWaiting } from '@/lib/mail/sender'
import { readServiceState } from '@/lib/mail/service'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { startMailService } from '../support/mail-service'
import { sendMail } from '../support/mails'
import { readQr } from '../support/read-qr'

const service = await startMailService()
Object.assign(process.env, {
  RESEND_API_KEY: service.key,
  RESEND_BASE_URL: service.url,
  MAIL_FROM: 'ulaznice@brucosijada.example',
  RESEND_CALLS_PER_SECOND: '500',
})

const sql = getSql()
await sql`update editions set year = 2027, contact_email = 'pitaj@brucosijada.example'`
afterAll(() => service.stop())
beforeEach(async () => {
  await empty(sql, 'mails', 'mail_service')
  service.delivered.length = 0
  service.requests.length = 0
  service.behave(() => undefined)
})

/** Sells a ticket as an admin, because the desk sells only to freshers. */
async function sell(fields: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(fields)
  const sold = await changeGuest(guest.id, { bought: true }, await staff(1))
  const [mail] = await sql`select id from mails where conf_code = ${sold.confCode}`
  return { guest, confCode: sold.confCode as string, id: mail?.id as string }
}
const stored = async (id: string) => (await sql`select * from mails where id = ${id}`)[0] ?? {}
/**
 * Returns the seconds until the next attempt of the mail (`own`) and until the pause of all mails
 * ends (`all`).
 */
const waitSeconds = async (id: string) => {
  const [row] = await sql`
    select extract(epoch from due_at - now())::float as own, (select
      extract(epoch from paused_until - now())::float from mail_service) as all
    from mails where id = ${id}`
  return { own: row?.own as number, all: row?.all as number | null }
}
const endPause = () => sql`update mail_service set paused_until = null`

// Rule 7.15: mails of sales are sent before mails of lost tickets.
it('the sender claims mails of sales before older mails that visitors have requested', async () => {
  await sql`insert into mails (template, to_mail, low_priority, due_at)
    select 'message', 'izgubljena@primjer.hr', true, now() - interval '1 hour' from generate_series(1, 300)`
  const { id } = await sell()
  const [first] = await claimSingleMails(getDb(), 1)
  expect(first?.id).toBe(id)
})

describe('sending a confirmation', () => {
  it('sends one mail with the code as QR code and as text, from the sender of the edition', async () => {
    const { id, confCode } = await sell({ name: 'Željka', email: 'zeljka@primjer.hr' })
    await sendMail(id)
    await sendMail(id)
    expect(service.delivered).toHaveLength(1)
    const [mail] = service.delivered
    expect(mail).toMatchObject({
      to: 'zeljka@primjer.hr',
      from: '"Brucošijada" <ulaznice@brucosijada.example>',
      reply_to: 'pitaj@brucosijada.example',
    })
    expect(mail?.subject).toContain('#Brucošijada2027')
    for (const part of [mail?.html, mail?.text])
      for (const text of ['Željka Šarić', confCode, 'pitaj@brucosijada.example'])
        expect(part).toContain(text)
    expect(mail?.text).not.toMatch(/<\w/)
    expect(mail?.html).not.toContain('src="data:')

    const picture = mail?.attachments?.[0]
    expect(picture).toMatchObject({ content_type: 'image/png' })
    expect(mail?.html).toContain(`src="cid:${picture?.content_id}"`)
    expect(await readQr(Buffer.from(picture?.content ?? '', 'base64'))).toBe(confCode)

    expect(service.requests[0]?.idempotencyKey).toBe(id)
    expect(await stored(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      last_error: null,
      provider_id: mail?.id,
      html: mail?.html,
      plain_text: mail?.text,
      subject: mail?.subject,
      sent_at: expect.any(String),
    })
  })

  // Rule 7.4: the confirmation of a code is sent once, however often it is queued.
  it('sends a mail only once when several senders poll at the same time', async () => {
    await sell()
    await Promise.all(Array.from({ length: 8 }, () => sendWaiting()))
    expect(service.requests).toHaveLength(1)
  })

  it('does not send the code of a ticket that was returned meanwhile', async () => {
    const { id, guest } = await sell()
    await changeGuest(guest.id, { bought: false }, await staff(3))
    await sendMail(id)
    expect(service.requests).toHaveLength(0)
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('poništena'),
    })
  })
})

describe('an invalid address', () => {
  it.each([
    ['no address', { jmbag: null, tag: 'VIP' }, 'Nema adrese'],
    ['an address that cannot be parsed', { email: 'ivo šarić na fer' }, 'nije ispravna'],
  ])('keeps the sale and fails the mail with a reason: %s', async (_name, fields, reason) => {
    const { id, guest } = await sell(fields)
    await sendMail(id)
    expect(service.requests).toHaveLength(0)
    const [row] = await sql`select bought_at from guests where id = ${guest.id}`
    expect(row?.bought_at).toBeTruthy()
    const mail = await stored(id)
    expect(mail).toMatchObject({ state: 'failed', attempts: 0 })
    expect(mail.last_error).toContain(reason)
    expect(mail.html).toContain('QR kod')
  })
})

describe('a failing provider', () => {
  it.each([
    ['has an internal error', { status: 500 }, 3],
    ['says when to try again', { status: 503, headers: { 'retry-after': '40' } }, 40],
    [
      'is still processing an earlier request',
      { status: 409, name: 'concurrent_idempotent_requests' },
      3,
    ],
    ['has a faulty gateway', { status: 502, body: '<html>' }, 3],
    ['breaks the connection', 'drop after accepting', 3],
  ] as const)(
    'gets the mail again after a delay when it %s, and the mail arrives only once',
    async (_name, behaviour, wait) => {
      const { id } = await sell()
      service.behave((_request, n) => (n === 0 ? behaviour : undefined))
      await sendMail(id)
      const mail = await stored(id)
      expect(mail).toMatchObject({ state: 'queued', attempts: 1, sent_at: null })
      expect(mail.last_error).toMatch(/^Servis za slanje pošte/)
      const { own, all } = await waitSeconds(id)
      expect(own).toBeGreaterThan(wait - 2)
      expect(own).toBeLessThan(wait + 1)
      expect(all).toBeNull()

      await sendMail(id)
      expect(service.delivered).toHaveLength(1)
      expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
    },
  )

  it.each([
    ['asks for a pause', { status: 429, headers: { 'retry-after': '40' } }, 40, 'previše mailova'],
    ['gets too many requests', { status: 429 }, 2, 'previše mailova'],
    [
      'has a gateway that asks for a pause',
      { status: 429, headers: { 'retry-after': '40' }, body: '{}' },
      40,
      'previše',
    ],
    [
      'has reached its daily quota',
      { status: 429, name: 'daily_quota_exceeded' },
      900,
      'previše mailova',
    ],
    ['refuses our key', { status: 403, name: 'invalid_api_key' }, 60, 'odbija postavke'],
  ] as const)(
    'pauses all mails when it %s, and the attempt is not counted',
    async (_name, behaviour, wait, reason) => {
      const { id } = await sell()
      service.behave((_request, n) => (n === 0 ? behaviour : undefined))
      await sendMail(id)
      expect(await stored(id)).toMatchObject({
        state: 'queued',
        attempts: 0,
        last_error: expect.stringContaining(reason),
      })
      const { all } = await waitSeconds(id)
      expect(all).toBeGreaterThan(wait - 2)
      expect(all).toBeLessThan(wait + 1)
      // Extends the pause, because the shortest one could end before the test does.
      await sql`update mail_service set paused_until = now() + interval '1 hour'`
      const other = await sell()
      await sendWaiting()
      expect(service.requests).toHaveLength(1)
      expect((await readServiceState()).reason).toContain(reason)

      await endPause()
      await sendWaiting()
      expect(service.delivered).toHaveLength(2)
      expect(await stored(other.id)).toMatchObject({ state: 'sent' })
      expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
    },
  )

  it('that does not respond causes a timeout, after which the mail is queued again', async () => {
    const timeout = AbortSignal.timeout
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(150))
    const { id } = await sell()
    service.behave(() => 'hang')
    await sendMail(id)
    spy.mockRestore()
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 1 })
  })

  // Rule 7.11: a failed mail keeps its reason, also if the provider's text has characters that
  // PostgreSQL cannot store.
  it('that rejects the mail itself gets no second request, and the mail fails', async () => {
    const { id } = await sell()
    const message = 'Invalid\u0000`to`\ud83d'
    service.behave(() => ({ status: 422, name: 'validation_error', message }))
    await sendMail(id)
    await sendMail(id)
    expect(service.requests).toHaveLength(1)
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: expect.stringContaining('(422: Invalid `to`)'),
    })
  })

  it('makes the mail fail after the last attempt, with a reason', async () => {
    const { id } = await sell()
    await sql`update mails set attempts = ${MAX_ATTEMPTS - 1} where id = ${id}`
    service.behave(() => ({ status: 503 }))
    await sendMail(id)
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      attempts: MAX_ATTEMPTS,
      last_error: expect.stringContaining(`nakon ${MAX_ATTEMPTS} pokušaja`),
    })
  })

  it('has already sent a mail if it knows the Idempotency-Key with other content', async () => {
    const { id } = await sell()
    service.behave(() => ({ status: 409, name: 'invalid_idempotent_request' }))
    await sendMail(id)
    expect(await stored(id)).toMatchObject({ state: 'sent' })
  })
})

describe('a process that is killed', () => {
  it('leaves mails that another sender takes over after their lease', async () => {
    const { id } = await sell()
    const claim = (ago: string) => sql`
      update mails set state = 'sending', claimed_at = now() - ${ago}::interval where id = ${id}`
    await claim('1 second')
    expect(await secondsToNextMail(getDb(), 'single')).toBeGreaterThan(10)
    await sendWaiting()
    await sendMail(id)
    expect(service.requests).toHaveLength(0)
    await claim('16 seconds')
    expect(await secondsToNextMail(getDb(), 'single')).toBe(0)
    await sendWaiting()
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(await secondsToNextMail(getDb(), 'single')).toBeNull()
  })

  it('leaves mails of unknown outcome, which fail once their Idempotency-Keys may have expired', async () => {
    const [claimed, attempted, waiting] = [await sell(), await sell(), await sell()]
    const claim = { claimed_at: new Date(Date.now() - 19 * 3_600_000).toISOString() }
    await sql`update mails set ${sql({ ...claim, state: 'sending' })} where id = ${claimed.id}`
    await sql`update mails set ${sql({ ...claim, attempts: 1 })} where id = ${attempted.id}`
    await sendMail(attempted.id)
    await sendWaiting()
    expect(service.delivered).toHaveLength(1)
    expect(await stored(waiting.id)).toMatchObject({ state: 'sent' })
    expect(await failInterruptedMails(getDb())).toBe(2)
    for (const { id } of [claimed, attempted])
      expect(await stored(id)).toMatchObject({
        state: 'failed',
        last_error: expect.stringContaining('ne zna je li mail stigao'),
      })
    expect(await secondsToNextMail(getDb(), 'single')).toBeNull()
  })

  it('between the request and the stored outcome causes no second mail', async () => {
    const { id } = await sell()
    service.behave((_request, n) => (n === 0 ? 'hang after accepting' : undefined))
    const code = `import('@/lib/mail/sender').then((m) => m.sendWaiting())`
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      env: { ...process.env, NODE_ENV: 'test' },
    })
    while (service.delivered.length === 0) await sleep(20)
    await sendMail(id)
    expect(service.requests).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await stored(id)).toMatchObject({ state: 'sending', attempts: 0 })

    await sql`update mails set claimed_at = claimed_at - interval '20 seconds'`
    await sendWaiting()
    expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(service.requests).toHaveLength(2)
    expect(service.delivered).toHaveLength(1)
  })
})
