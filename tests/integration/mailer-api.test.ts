import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { readBacklog } from '@/db/queries/health'
import { readOpenIssues } from '@/db/queries/night-board'
import { eraseChosen } from '@/db/queries/people'
import { changeGuest } from '@/lib/guests/change-guest'
import { importGuests } from '@/lib/guests/import/import'
import { check } from '@/lib/http/request'
import { onWork } from '@/lib/jobs/signals'
import { previewFailed, queueMails, queueRange, resendFailed } from '@/lib/mail/bulk'
import { mailRangeBody, newMailsBody } from '@/lib/mail/schema'
import { countMails, findMails, readMail, resendMail } from '@/lib/mail/service'
import { inviteSponsors } from '@/lib/sponsors/invitations'
import { numbered } from '@/lib/spreadsheet/rows'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { sendMail } from '../support/mails'
import { makeSponsor, runConcurrently } from '../support/programme'
import { countStatements } from '../support/statements'

const sql = getSql()
const admin = await staff(1)
const send = async (...emails: object[]) =>
  queueMails(check(newMailsBody, { emails }).emails, admin)
const range = (body: unknown) => queueRange(check(mailRangeBody, body), admin)
/** Number of notifications that the mail workers received. */
let notifications = 0
await onWork('mails', () => {
  notifications++
})
const expectNotification = () => expect.poll(() => notifications).toBeGreaterThan(0)

/** Creates guests with a ticket and without a mail. Returns them in the order of their ids. */
async function ticketHolders(n: number) {
  const rows = Array.from({ length: n }, (_, i) => ({
    name: 'Ivo',
    surname: `Šarić${i}`,
    jmbag: `00${36_600_000 + i}`,
    bought: 1,
  }))
  await importGuests(numbered(rows), admin)
  return sql`select id, conf_code as code, surname from guests where conf_code is not null order by id`
}

beforeEach(async () => {
  await empty(sql, 'mails', 'mail_batches', 'guests')
  notifications = 0
})

const message = {
  template: 'message',
  subject: 'Vrata u 20 h',
  message: 'Prvi odlomak.\n\nDrugi <b>odlomak</b>.',
  name: 'Ivo',
  to_mail: 'ivo@primjer.hr',
}

describe('sending mails by the API', () => {
  // Rule 7.9: a mail record has subject, template, message, name and recipient.
  it('queues a written mail and renders it in the layout of the festival', async () => {
    const { ids, ...counts } = await send({
      ...message,
      link: 'https://primjer.hr/x',
      confCode: '',
    })
    expect(counts).toEqual({ queued: 1, skipped: 0, batch: null })
    await expectNotification()
    const [id] = ids as [string]
    await sendMail(id)
    const mail = await readMail(id)
    expect(mail).toMatchObject({
      ...message,
      state: 'recorded',
      link: 'https://primjer.hr/x',
      confCode: null,
      resendable: true,
    })
    expect(mail.html).toContain('Drugi &lt;b&gt;odlomak')
    expect(mail.html).toContain('href="https://primjer.hr/x"')
    for (const text of ['Bok, Ivo!', 'Drugi <b>odlomak</b>.', 'https://primjer.hr/x'])
      expect(mail.text).toContain(text)
    const resent = await resendMail(id, admin)
    expect(resent).toMatchObject({ ...message, resend: true, state: 'queued' })
    await expect(resendMail(resent.id, admin)).rejects.toMatchObject({ code: 'already_queued' })
  })

  // Rule 7.4: the confirmation of a code is sent once.
  it('queues a confirmation only once, and fills in missing fields from the guest', async () => {
    const guest = await makeGuest({ jmbag: '0036512345', name: 'Ivo', surname: 'Šarić' })
    const { confCode } = await changeGuest(guest.id, { bought: true }, admin)
    const confirmation = { template: 'ticket-confirmation', confCode }
    expect(await send(confirmation)).toEqual({ queued: 0, skipped: 1, batch: null, ids: [] })
    await sql`delete from mails`
    const custom = {
      ...confirmation,
      subject: 'Moj naslov',
      message: 'Dođi ranije.',
      to_mail: 'x@y.hr',
    }
    const { ids, ...counts } = await send(
      { ...custom, confCode: confCode?.toUpperCase() },
      confirmation,
      confirmation,
    )
    expect(counts).toMatchObject({ queued: 1, skipped: 2 })
    await sendMail(ids[0] as string)
    const mail = await readMail(ids[0] as string)
    expect(mail).toMatchObject({ ...custom, name: 'Ivo Šarić', state: 'recorded' })
    expect(mail.html).toContain('Dođi ranije.')
    await sql`delete from mails`
    const derived = await send(confirmation)
    expect(await readMail(derived.ids[0] as string)).toMatchObject({ to_mail: 'is51234@fer.hr' })
  })

  it.each([
    [
      { ...message, template: 'nesto' },
      'template',
      'Nepoznat predložak: nesto. Poznati su: ticket-confirmation, message.',
    ],
    [{ ...message, to_mail: 'x' }, 'to_mail', 'Neispravna e-mail adresa'],
    [{ ...message, to_mail: undefined }, 'to_mail', 'Nedostaje adresa primatelja.'],
    [{ ...message, subject: ' ' }, 'subject', 'Nedostaje naslov.'],
    [
      { ...message, link: 'javascript:alert(1)' },
      'link',
      'Poveznica mora početi s http:// ili https://',
    ],
    [
      { template: 'ticket-confirmation', confCode: 'x' },
      'confCode',
      'Neispravan konfirmacijski kod.',
    ],
    [{ template: 'ticket-confirmation' }, 'confCode', 'Nedostaje konfirmacijski kod.'],
    [
      { template: 'ticket-confirmation', confCode: '00000000-0000-1000-8000-000000000000' },
      'confCode',
      'Nijedan gost nema kartu s kodom 00000000-0000-1000-8000-000000000000.',
    ],
  ])('refuses %j and with it the entire list', async (mail, field, error) => {
    await expect(send(message, mail)).rejects.toMatchObject({
      status: 400,
      more: { fields: { [`emails.1.${field}`]: [error] } },
    })
    expect((await findMails({})).total).toBe(0)
  })
})

describe('sending by range', () => {
  // Rules 7.6, 7.7 and 7.8: mails are sent by a range of positions, and mailed guests are skipped.
  it('mails guests by position, skips mailed guests, and counts guests without an address', async () => {
    const holders = await ticketHolders(6)
    await makeGuest()
    await sql`update guests set jmbag = null where id = ${holders[3]?.id}`
    await sql`update guests set deleted_at = now() where id = ${holders[1]?.id}`
    expect(await range({ start: 2, end: '3' })).toEqual({
      queued: 1,
      skipped: 0,
      stopped: 0,
      withoutAddress: 1,
      batch: null,
    })
    expect((await findMails({})).rows).toMatchObject([{ name: `Ivo ${holders[2]?.surname}` }])
    expect(await range({ start: 1, end: 1000 })).toMatchObject({
      queued: 3,
      skipped: 1,
      withoutAddress: 1,
    })
    expect(await range({ start: 7, end: 9 })).toMatchObject({ queued: 0, skipped: 0 })
    await expectNotification()
  })

  it('sends again to guests whose mail failed', async () => {
    await ticketHolders(2)
    await range({ start: 1, end: 2 })
    await sql`update mails set state = case name when 'Ivo Šarić0' then 'failed' else 'sent' end`
    expect(await range({ start: 1, end: 2 })).toMatchObject({ queued: 1, skipped: 1 })
    const states = await sql`select name, state from mails order by name`
    expect(states.map(({ state }) => state)).toEqual(['queued', 'sent'])
  })

  it.each([
    {},
    { start: 3, end: 2 },
    { start: 0, end: 2 },
    { start: 1.5, end: 2 },
    { start: 'a', end: 2 },
    { start: '', end: '' },
    { start: 1, end: 1e300 },
    [1, 2],
    null,
  ])('refuses %j', (body) => {
    expect(() => check(mailRangeBody, body)).toThrow('Please enter valid start and end indices.')
  })

  it('sends 5,000 mails only once when requested twice at once, with few statements', {
    tags: ['full'],
  }, async () => {
    await ticketHolders(5000)
    const started = performance.now()
    const [results, statements] = await countStatements(() =>
      runConcurrently(2, () => range({ start: 1, end: 5000 })),
    )
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(`range: two of 5,000 in ${seconds.toFixed(2)} s\n`)
    expect(results.map(({ queued, skipped }) => [queued, skipped]).sort()).toEqual([
      [0, 5000],
      [5000, 0],
    ])
    // The number of statements does not grow with the mails. A time limit would depend on the
    // machine.
    expect(statements).toBeLessThan(30)
    const [counted] = await sql`
      select count(*)::int as n, count(distinct conf_code)::int as codes from mails`
    expect(counted).toEqual({ n: 5000, codes: 5000 })
    await expectNotification()
  })
})

describe('sending failed mails again', () => {
  const fail = (id: string) => sql`
    update mails set state = 'failed', attempts = 12, last_error = 'x' where id = ${id}`
  const sell = async (fields: Parameters<typeof makeGuest>[0] = {}) => {
    const guest = await makeGuest(fields)
    await changeGuest(guest.id, { bought: true }, admin)
    const [mail] = await sql`select id from mails where guest_id = ${guest.id}`
    await fail(mail?.id)
    return { guest, id: mail?.id as string }
  }

  it('queues the same mails once, to the current addresses', async () => {
    const { id, guest } = await sell({ email: 'kriva@primjer.hr' })
    const text = await send(message)
    await fail(text.ids[0] as string)
    await sql`update guests set email = 'prava@primjer.hr' where id = ${guest.id}`
    const results = await runConcurrently(5, () => resendFailed(admin))
    expect(results.map(({ queued }) => queued).sort()).toEqual([0, 0, 0, 0, 2])
    expect(await readMail(id)).toMatchObject({
      state: 'queued',
      attempts: 0,
      lastError: null,
      to_mail: 'prava@primjer.hr',
    })
    await sendMail(id)
    expect(await readMail(id)).toMatchObject({ state: 'recorded' })
    expect((await findMails({})).total).toBe(2)
  })

  it('skips returned tickets, guests without an address, and mails sent since', async () => {
    const returned = await sell()
    await changeGuest(returned.guest.id, { bought: false }, admin)
    await sell({ jmbag: null, tag: 'VIP' })
    const sent = await sell()
    await resendMail(sent.id, admin)
    expect(await previewFailed()).toEqual({ queued: 0, skipped: 2, batch: null })
    expect(await resendFailed(admin)).toEqual({ queued: 0, skipped: 2, batch: null })
  })

  // Rule 7.11: a mail is sent once.
  it('leaves out a message that was sent again, and of several failed ones sends the newest', async () => {
    const { ids } = await send(message, { ...message, name: 'Ana' }, message)
    const [resent, failedTwice, other] = ids
    for (const id of [resent, failedTwice, other]) await fail(id as string)
    await resendMail(resent as string, admin)
    await fail((await resendMail(failedTwice as string, admin)).id)
    // Another text to the same address is another mail.
    const [changed] = (await send({ ...message, message: 'Novo.' })).ids
    await fail(changed as string)
    expect(await previewFailed()).toEqual({ queued: 2, skipped: 0, batch: null })
    expect(await resendFailed(admin)).toMatchObject({ queued: 2, skipped: 0 })
    const failed = await sql`select id from mails where state = 'failed'`
    expect(failed.map(({ id }) => id).sort()).toEqual([resent, failedTwice, other].sort())
  })

  it('leaves out invitations that were repeated, and those to an address that the sponsor no longer has', async () => {
    await empty(sql, 'sponsors')
    const invite = (id: number) => inviteSponsors({ to: 'all', sponsors: [id] }, admin)
    const same = await makeSponsor({ name: 'Ista', email: 'Ista@primjer.hr; druga@primjer.hr' })
    const moved = await makeSponsor({ name: 'Nova', email: 'kriva@primjer.hr' })
    const deleted = await makeSponsor({ name: 'Bivša', email: 'bivsa@primjer.hr' })
    for (const { id } of [same, moved, deleted]) await invite(id)
    await sql`update mails set state = 'failed'`
    await sql`update sponsors set email = 'prava@primjer.hr' where id = ${moved.id}`
    await sql`delete from sponsors where id = ${deleted.id}`
    expect(await previewFailed()).toMatchObject({ queued: 2, skipped: 0 })
    await invite(same.id)
    await sql`update mails set state = 'sent' where state = 'queued'`
    expect(await previewFailed()).toMatchObject({ queued: 0, skipped: 0 })
    expect(await resendFailed(admin)).toMatchObject({ queued: 0, skipped: 0 })
  })

  it('leaves out mails of erased people, which no count of failed mails includes', async () => {
    const ticket = await sell()
    const text = await send(message, message)
    const [queued, bounced] = text.ids as [string, string]
    await sql`update mails set state = 'bounced' where id = ${bounced}`
    await getDb().transaction((tx) =>
      eraseChosen(tx, {
        guests: [ticket.guest.id],
        signups: [],
        leaderboard: [],
        mails: [queued, bounced],
      }),
    )
    expect(await resendFailed(admin)).toEqual({ queued: 0, skipped: 0, batch: null })
    expect(await countMails()).toMatchObject({ queued: 0, failed: 0, bounced: 0 })
    for (const state of ['failed', 'bounced'] as const)
      expect((await findMails({ state })).total).toBe(0)
    expect((await readOpenIssues(getDb())).mails).toEqual({ waiting: 0, failed: 0 })
    expect((await readBacklog(getDb())).mailsFailed).toBe(0)
    for (const id of [ticket.id, queued, bounced]) {
      expect(await readMail(id)).toMatchObject({ to_mail: '', resendable: false })
      await expect(resendMail(id, admin)).rejects.toMatchObject({ code: 'recipient_erased' })
    }
  })
})
