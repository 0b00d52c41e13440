import { describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { eraseDeletedGuests } from '@/db/queries/guests-write'
import { changeGuest } from '@/lib/guests/change-guest'
import { deleteGuest, restoreGuest } from '@/lib/guests/create-delete-restore'
import { sendWaiting } from '@/lib/mail/sender'
import {
  countMails,
  findMails,
  readMail,
  readMailQr,
  resendMail,
  tryMailNow,
} from '@/lib/mail/service'
import { makeGuest, staff } from '../support/factories'
import { sendMail, stopInBatch } from '../support/mails'
import { readQr } from '../support/read-qr'

const sql = getSql()
const admin = await staff(1)

async function sell(fields: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(fields)
  const sold = await changeGuest(guest.id, { bought: true }, admin)
  const [mail] = await sql`select id from mails where conf_code = ${sold.confCode}`
  return { guest, confCode: sold.confCode as string, id: mail?.id as string }
}

describe('without a mail provider', () => {
  // Rule 7.10: without a mail service, mails are recorded and not sent.
  it('a mail is rendered and recorded, but not sent', async () => {
    const { id, confCode } = await sell({ name: 'Mara', surname: 'Đurić' })
    expect(await readMail(id)).toMatchObject({ state: 'queued', html: null, resendable: false })
    await sendMail(id)
    const mail = await readMail(id)
    expect(mail).toMatchObject({
      state: 'recorded',
      template: 'ticket-confirmation',
      name: 'Mara Đurić',
      confCode,
      attempts: 0,
      sentAt: null,
      lastError: null,
      resend: false,
      resendable: true,
    })
    expect(mail.subject).toContain('#Brucošijada2025')
    expect(mail.html).toContain('Mara Đurić')
    expect(mail.text).toContain(confCode)
    expect(await readQr(await readMailQr(id))).toBe(confCode)
  })

  it('a mail to an invalid address is marked as failed', async () => {
    const { id } = await sell({ email: 'nije adresa' })
    await sendMail(id)
    expect(await readMail(id)).toMatchObject({ state: 'failed', resendable: true })
  })
})

describe('the list of mails', () => {
  it('is searched by name, address, subject and code, ignoring diacritics', async () => {
    const { id, confCode } = await sell({ name: 'Šćepan', surname: 'Čvrčak', email: 'scepo@x.hr' })
    await sendMail(id)
    for (const search of ['scepan cvrcak', 'SCEPO@', confCode, confCode.toUpperCase()]) {
      const { rows: mails, total } = await findMails({ search })
      expect(
        mails.map((m) => m.id),
        search,
      ).toEqual([id])
      expect(total).toBe(1)
    }
    const [row] = (await findMails({ search: 'scepan' })).rows
    expect(row).not.toHaveProperty('html')
    expect(await findMails({ search: 'scepan', state: 'failed' })).toMatchObject({ total: 0 })
  })

  it('shows the newest mail first, in pages, and counts mails by state', async () => {
    const sold = [await sell(), await sell(), await sell()]
    const { rows: mails, total } = await findMails({ limit: 2, offset: 1 })
    expect(mails.map((m) => m.id)).toEqual([sold[1]?.id, sold[0]?.id])
    const counts = await countMails()
    expect(counts.queued).toBe(3)
    expect(Object.values(counts).reduce((a, b) => a + b)).toBe(total)
  })

  it('refuses to order by an unknown field, and names the field', async () => {
    await expect(findMails({ ordering: 'html' })).rejects.toMatchObject({
      status: 400,
      detail: 'Nepoznato polje: html',
    })
  })
})

describe('sending a mail again', () => {
  // Rule 7.5: a mail is sent again only on purpose, and the resend is recorded.
  it('creates a new mail to the current address of the guest', async () => {
    const { id, guest, confCode } = await sell({ email: 'kriva adresa' })
    await sendMail(id)
    await sql`update guests set email = 'prava@primjer.hr' where id = ${guest.id}`
    const resent = await resendMail(id, admin)
    expect(resent).toMatchObject({
      state: 'queued',
      resend: true,
      confCode,
      to_mail: 'prava@primjer.hr',
    })
    expect(resent.id).not.toBe(id)
    await sendMail(resent.id)
    expect(await readMail(resent.id)).toMatchObject({ state: 'recorded' })
    expect(await readMail(id)).toMatchObject({ state: 'failed', resend: false })
    const record = await sql`
      select action, user_id from activities where entity = 'mails' and entity_id = ${resent.id}`
    expect(record).toEqual([{ action: 'resent', user_id: admin.id }])
  })

  it('is refused while a mail is queued: ten concurrent requests create one mail', async () => {
    const { id, confCode } = await sell()
    await expect(resendMail(id, admin)).rejects.toMatchObject({
      status: 409,
      code: 'already_queued',
    })
    await sendMail(id)
    await Promise.allSettled(Array.from({ length: 10 }, () => resendMail(id, admin)))
    const mails = await sql`select id from mails where conf_code = ${confCode} and resend`
    expect(mails).toHaveLength(1)
  })

  it('sends the mail of a stopped batch or with an old address instead of a new mail', async () => {
    const [stopped, moved] = [await sell(), await sell({ email: 'kriva@primjer.hr' })]
    await stopInBatch(stopped.guest.id)
    await sql`update guests set email = 'prava@primjer.hr' where id = ${moved.guest.id}`
    for (const { id } of [stopped, moved])
      expect(await resendMail(id, admin)).toMatchObject({ id, state: 'queued' })
    expect(await readMail(moved.id)).toMatchObject({ to_mail: 'prava@primjer.hr' })
    await expect(resendMail(moved.id, admin)).rejects.toMatchObject({ code: 'already_queued' })
    await sendWaiting()
    for (const { id, confCode } of [stopped, moved])
      expect(await sql`select id, state from mails where conf_code = ${confCode}`).toEqual([
        { id, state: 'recorded' },
      ])
  })

  it('is refused for a returned ticket', async () => {
    const { id, guest } = await sell()
    await sendMail(id)
    await changeGuest(guest.id, { bought: false }, admin)
    expect(await readMail(id)).toMatchObject({ resendable: false })
    await expect(resendMail(id, admin)).rejects.toMatchObject({
      status: 409,
      code: 'ticket_returned',
    })
  })

  it('is refused for an unknown mail', async () => {
    await expect(resendMail(crypto.randomUUID(), admin)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a deleted guest', () => {
  const deletedFor = (id: number, time: string) =>
    sql`update guests set deleted_at = now() - ${time}::interval where id = ${id}`
  const countTraces = async (text: string) =>
    (
      await sql`
      select 1 from guests g where g::text like ${`%${text}%`}
      union all select 1 from mails m where m::text like ${`%${text}%`}`
    ).length

  it('does not get queued mails', async () => {
    const { id, guest } = await sell()
    await deleteGuest(guest.id, admin)
    await sendMail(id)
    expect(await readMail(id)).toMatchObject({ state: 'failed' })
  })

  // Rule 4.18: a deleted guest can be restored for seven days, and is then erased.
  it('can be restored for seven days, then is erased, also from mails, while the sale stays stored', async () => {
    const email = 'zaboravi@primjer.hr'
    const { id, guest, confCode } = await sell({ name: 'Zaboravko', surname: 'Nestalić', email })
    await sendMail(id)
    await deleteGuest(guest.id, admin)
    await deletedFor(guest.id, '6 days 23 hours')
    expect(await eraseDeletedGuests(getDb())).toBe(0)
    expect(await restoreGuest(guest.id, undefined, admin)).toMatchObject({
      name: 'Zaboravko',
      email,
    })
    await deletedFor(guest.id, '7 days 1 minute')
    expect(await eraseDeletedGuests(getDb())).toBe(1)
    expect(await eraseDeletedGuests(getDb())).toBe(0)
    for (const text of ['Zaboravko', 'Nestali', email, guest.jmbag as string, confCode])
      expect(await countTraces(text), text).toBe(0)
    expect(await readMail(id)).toMatchObject({ state: 'recorded', name: '', to_mail: '' })
    const [row] = await sql`select bought_at from guests where id = ${guest.id}`
    expect(row?.bought_at).not.toBeNull()
    await expect(restoreGuest(guest.id, undefined, admin)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a queued mail', () => {
  it('shows its next attempt, and is sent at once on request', async () => {
    const { id } = await sell()
    await sql`update mails set due_at = now() + interval '1 hour', attempts = 2 where id = ${id}`
    const before = await readMail(id)
    expect(Date.parse(before.nextTryAt as string)).toBeGreaterThan(Date.now() + 3_500_000)
    const due = await tryMailNow(id, admin)
    expect(Date.parse(due.nextTryAt as string)).toBeLessThan(Date.now() + 60_000)
    await sendWaiting()
    expect(await readMail(id)).toMatchObject({ state: 'recorded', nextTryAt: null })
    await expect(tryMailNow(id, admin)).rejects.toMatchObject({ code: 'not_waiting' })
    const record = await sql`select action, user_id from activities where entity_id = ${id}`
    expect(record).toEqual([{ action: 'hurried', user_id: admin.id }])
  })

  it('of a stopped batch is reported as stopped, and leaves the batch when it is sent on request', async () => {
    const { id, guest } = await sell()
    const batch = await stopInBatch(guest.id, (await sell()).guest.id)
    expect(await readMail(id)).toMatchObject({ state: 'queued', isStopped: true })
    expect(await tryMailNow(id, admin)).toMatchObject({ isStopped: false })
    await sendWaiting()
    expect(await readMail(id)).toMatchObject({ state: 'recorded', isStopped: false })
    const [row] = await sql`select total, (select count(*)::int from mails where batch_id = b.id
      and state = 'queued') as waiting from mail_batches b where id = ${batch}`
    expect(row).toEqual({ total: 1, waiting: 1 })
  })

  it('stays in its stopped batch if it must be repeated together with other mails', async () => {
    const { id, guest } = await sell()
    await stopInBatch(guest.id)
    await sql`update mails set call_key = gen_random_uuid(), attempts = 1 where id = ${id}`
    await expect(tryMailNow(id, admin)).rejects.toMatchObject({ code: 'batch_stopped' })
    await sql`update mails set state = 'recorded' where id = ${id}`
  })
})
