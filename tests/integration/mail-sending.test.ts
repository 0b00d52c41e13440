import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDb, getSql } from '@/db/client'
import { requeueLostMails } from '@/db/queries/mail'
import { changeGuest } from '@/lib/guests/service'
import { MAX_ATTEMPTS } from '@/lib/mail/rules'
import { sendMail } from '@/lib/mail/send'
import { makeGuest, staff } from '../support/factories'
import { startMailService } from '../support/mail-service'
import { readQr } from '../support/read-qr'

const service = await startMailService()
Object.assign(process.env, {
  RESEND_API_KEY: service.key,
  RESEND_BASE_URL: service.url,
  MAIL_FROM: 'ulaznice@brucosijada.example',
  FESTIVAL_NAME: 'Brucošijada',
  FESTIVAL_YEAR: '2027',
  CONTACT_EMAIL: 'pitaj@brucosijada.example',
})

const sql = getSql()
afterAll(() => service.stop())
beforeEach(() => {
  service.delivered.length = 0
  service.requests.length = 0
  service.behave(() => undefined)
})

async function sell(given: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(given)
  const sold = await changeGuest(guest.id, { bought: true }, await staff(3))
  const [mail] = await sql`select id from mails where conf_code = ${sold.confCode}`
  return { guest, confCode: sold.confCode as string, id: mail?.id as string }
}
const stored = async (id: string) => (await sql`select * from mails where id = ${id}`)[0] ?? {}
const jobOf = async (id: string) =>
  (
    await sql`select *, extract(epoch from run_at - now())::float as wait
      from graphile_worker.jobs where key = ${id}`
  )[0]

describe('sending a confirmation', () => {
  it('sends one mail with the code as picture and as text, from the settings', async () => {
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

  it('sends once when several jobs run at the same time', async () => {
    const { id } = await sell()
    await Promise.all(Array.from({ length: 8 }, () => sendMail(id)))
    expect(service.requests).toHaveLength(1)
  })

  it('does not send the code of a ticket that was taken back meanwhile', async () => {
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

describe('an address that cannot be', () => {
  it.each([
    ['none at all', { jmbag: null, tag: 'VIP' }, 'Nema adrese'],
    ['one that does not parse', { email: 'ivo šarić na fer' }, 'nije ispravna'],
  ])('keeps the sale and says why: %s', async (_name, given, reason) => {
    const { id, guest } = await sell(given)
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

describe('a service with troubles', () => {
  it.each([
    ['asks to wait', { status: 429, headers: { 'retry-after': '40' } }, 40],
    ['has a fault', { status: 500 }, 3],
    ['refuses our key', { status: 403, name: 'invalid_api_key' }, 3],
    ['breaks the connection', 'drop after accepting', 3],
  ] as const)(
    'is tried again later when it %s, and the mail arrives once',
    async (_name, trouble, wait) => {
      const { id } = await sell()
      service.behave((_request, n) => (n === 0 ? trouble : undefined))
      await sendMail(id)
      const mail = await stored(id)
      expect(mail).toMatchObject({ state: 'queued', attempts: 1, sent_at: null })
      expect(mail.last_error).toMatch(/^Servis za slanje pošte/)
      const job = await jobOf(id)
      expect(job?.wait).toBeGreaterThan(wait - 2)
      expect(job?.wait).toBeLessThan(wait + 1)

      await sendMail(id)
      expect(service.delivered).toHaveLength(1)
      expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
    },
  )

  it('is not waited for without end', async () => {
    const timeout = AbortSignal.timeout
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(150))
    const { id } = await sell()
    service.behave(() => 'hang')
    await sendMail(id)
    spy.mockRestore()
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 1 })
  })

  it('is not tried again when it refuses the mail itself', async () => {
    const { id } = await sell()
    service.behave(() => ({ status: 422, name: 'validation_error', message: 'Invalid `to`' }))
    await sendMail(id)
    await sendMail(id)
    expect(service.requests).toHaveLength(1)
    expect(await stored(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: expect.stringContaining('422: Invalid `to`'),
    })
  })

  it('is given up after the last attempt, and the record says so', async () => {
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

  it('has sent a mail whose key it knows with other content', async () => {
    const { id } = await sell()
    service.behave(() => ({ status: 409, name: 'invalid_idempotent_request' }))
    await sendMail(id)
    expect(await stored(id)).toMatchObject({ state: 'sent' })
  })
})

describe('a process that is killed', () => {
  it('leaves a job that is found again, but not one that is being worked on', async () => {
    const { id } = await sell()
    expect(await requeueLostMails(getDb())).toBe(0)
    const take = (ago: string) => sql`
      update graphile_worker._private_jobs set locked_by = 'worker-x', attempts = 1,
        locked_at = now() - ${ago}::interval where key = ${id}`
    await take('5 seconds')
    expect(await requeueLostMails(getDb())).toBe(0)
    await take('11 seconds')
    await sql.begin(async (tx) => {
      await tx`select 1 from mails where id = ${id} for update`
      expect(await requeueLostMails(getDb())).toBe(0)
    })
    expect(await requeueLostMails(getDb())).toBe(1)
    expect(await jobOf(id)).toMatchObject({ locked_at: null, attempts: 0 })
    expect(await requeueLostMails(getDb())).toBe(0)
  })

  it('between the call and its record does not make a second mail', async () => {
    const { id } = await sell()
    service.behave((_request, n) => (n === 0 ? 'hang after accepting' : undefined))
    const code = `import('@/lib/mail/send').then((m) => m.sendMail('${id}'))`
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      env: { ...process.env, NODE_ENV: 'test' },
    })
    while (service.delivered.length === 0) await sleep(20)
    await sendMail(id)
    expect(service.requests).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await stored(id)).toMatchObject({ state: 'queued', attempts: 0 })

    await vi.waitFor(async () => {
      await sendMail(id)
      expect(await stored(id)).toMatchObject({ state: 'sent', attempts: 1 })
    })
    expect(service.requests).toHaveLength(2)
    expect(service.delivered).toHaveLength(1)
  })
})
