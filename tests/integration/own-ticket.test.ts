import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { addSponsorGuest } from '@/db/queries/sponsors-adding'
import { randomUuidV1 } from '@/db/uuid'
import { ticketAddress } from '@/lib/festival/addresses'
import { changeEdition } from '@/lib/festival/service'
import { changeGuest } from '@/lib/guests/change-guest'
import { ticketEndpoints } from '@/lib/tickets/endpoints'
import { readTicket } from '@/lib/tickets/read-ticket'
import { sendLostTickets } from '@/lib/tickets/service'
import { empty } from '../support/empty'
import { addPassages, makeGuest, staff } from '../support/factories'
import { stopInBatch } from '../support/mails'
import { makeSponsor, runConcurrently, setDeadline } from '../support/programme'

const sql = getSql()

beforeEach(async () => {
  await empty(sql, 'mails', 'guests', 'sponsors', 'rate_limits')
})

/** Sells a ticket to a new fresher. Returns guest id and code. */
async function sellTicket(values: Parameters<typeof makeGuest>[0] = {}) {
  const guest = await makeGuest(values)
  const { confCode } = await changeGuest(guest.id, { bought: true }, await staff(3))
  return { id: guest.id, code: confCode as string }
}

describe('the ticket of a confirmation code', () => {
  it('shows the guest’s name and list, and since when the guest is inside', async () => {
    const { id, code } = await sellTicket({ name: 'Ivo', surname: 'Šarić' })
    expect(await readTicket(code)).toEqual({
      guestId: id,
      name: 'Ivo',
      surname: 'Šarić',
      kind: 'ticket',
      list: 'Brucoši',
      code,
      enteredAt: null,
    })
    const since = new Date(Date.now() - 60_000).toISOString()
    await addPassages(sql, [id], 'in', since)
    const inside = await readTicket(code.toUpperCase())
    expect(new Date(inside?.enteredAt ?? 0).toISOString()).toBe(since)
    expect(inside?.code).toBe(code)
    await addPassages(sql, [id], 'out')
    expect((await readTicket(code))?.enteredAt).toBeNull()
    expect(ticketAddress('https://festival.example', code)).toBe(
      `https://festival.example/karta/${code}`,
    )
  })

  it('shows the sponsor of a sponsor pass, but not the slug of the sponsor list', async () => {
    await setDeadline(3600)
    const { slug } = await makeSponsor({ name: 'Žarulja d.o.o.' })
    const code = randomUuidV1()
    await addSponsorGuest(getDb(), { slug, fullName: 'Ana Marija Đurić', confCode: code })
    const ticket = await readTicket(code)
    expect(ticket).toMatchObject({
      name: 'Ana Marija',
      surname: 'Đurić',
      kind: 'pass',
      list: 'Žarulja d.o.o.',
    })
    expect(JSON.stringify(ticket)).not.toContain(slug)
  })

  it('is found for a banned guest, but not for a wrong or returned code or a deleted guest', async () => {
    const { id, code } = await sellTicket()
    const boughtCode = randomUuidV1()
    await makeGuest({ conf_code: boughtCode, bought_at: new Date().toISOString() })
    for (const invalid of ['', 'karta', `${code}0`, code.slice(1), randomUuidV1(), "' or true --"])
      expect(await readTicket(invalid), invalid).toBeNull()
    await changeGuest(id, { banReason: 'Tučnjava', banned: true }, await staff(1))
    expect(await readTicket(code)).toMatchObject({ guestId: id })
    await changeGuest(id, { bought: false }, await staff(1))
    expect(await readTicket(code)).toBeNull()
    await sql`update guests set deleted_at = now() where conf_code = ${boughtCode}`
    expect(await readTicket(boughtCode)).toBeNull()
  })

  // Rule 3.17: the code of a ticket cannot be guessed.
  it('is found by none of 10,000 guesses among 5,000 tickets', {
    tags: ['full'],
  }, async () => {
    await sql`insert into guests (name, surname, list_id, conf_code, bought_at)
      select 'Gost', n::text, (select id from guest_lists where role = 'brucosi'), code::uuid, now()
      from unnest(${sql.array(Array.from({ length: 5000 }, () => randomUuidV1()))}::text[])
        with ordinality as codes(code, n)`
    const { code } = await sellTicket()
    // A guesser may know the time part of another ticket's code, but not its random part.
    const guess = () => code.slice(0, 19) + randomUuidV1().slice(19)
    for (let round = 0; round < 100; round++)
      expect(
        (await runConcurrently(100, (i) => readTicket(i % 2 ? randomUuidV1() : guess()))).filter(
          Boolean,
        ),
      ).toEqual([])
    expect(await readTicket(code)).not.toBeNull()
  })
})

describe('a lost ticket', () => {
  const mailsOf = (id: number) =>
    sql`select * from mails where guest_id = ${id} order by created_at`
  /**
   * Marks all mails as sent and makes them five minutes older, so that the next mail may be sent.
   */
  const ageMails = () =>
    sql`update mails set state = 'sent', created_at = created_at - interval '5 minutes'`

  it('is mailed to the guest’s stored address, or else to the address derived from the JMBAG', async () => {
    const derived = await sellTicket({ name: 'Ivo', surname: 'Šarić', jmbag: '0036512345' })
    const own = await sellTicket({ email: 'Vlastita@Primjer.hr', jmbag: '0036500001' })
    await ageMails()
    await sendLostTickets('0036 512 345')
    await sendLostTickets('0036500001')
    for (const [{ id, code }, to] of [
      [derived, 'is51234@fer.hr'],
      [own, 'Vlastita@Primjer.hr'],
    ] as const) {
      const mails = await mailsOf(id)
      expect(mails).toHaveLength(2)
      expect(mails[1]).toMatchObject({
        template: 'ticket-confirmation',
        to_mail: to,
        name: 'Ivo Šarić',
        conf_code: code,
        resend: true,
        state: 'queued',
      })
      expect(
        await sql`select user_id, action from activities where entity = 'mails' and entity_id = ${mails[1]?.id}`,
      ).toEqual([{ user_id: null, action: 'requested' }])
    }
  })

  it('is found only by the stored or derived address to which its mail is sent', async () => {
    const derived = await sellTicket({ name: 'Ivo', surname: 'Šarić', jmbag: '0036512345' })
    const namesake = await sellTicket({ name: 'Iva', surname: 'Šimić', jmbag: '0036512346' })
    const moved = await sellTicket({ jmbag: '0036512347', email: 'nova_adresa@primjer.hr' })
    await ageMails()
    await sendLostTickets('ivo.saric@fer.hr')
    await sendLostTickets('xy51234@fer.hr')
    await sendLostTickets('novaxadresa@primjer.hr')
    await sendLostTickets('adresa@primjer.hr')
    for (const { id } of [derived, namesake, moved]) expect(await mailsOf(id)).toHaveLength(1)
    await sendLostTickets('is51234@fer.hr')
    await sendLostTickets('nova_adresa@primjer.hr')
    // Two guests share one derived address. The ticket of the third guest goes to its new address.
    expect(await mailsOf(derived.id)).toHaveLength(2)
    expect(await mailsOf(namesake.id)).toHaveLength(2)
    expect((await mailsOf(moved.id)).map(({ to_mail }) => to_mail)).toEqual([
      'nova_adresa@primjer.hr',
      'nova_adresa@primjer.hr',
    ])
  })

  it('of a sponsor’s guest is mailed as a sponsor pass, and does not count as sent by the sponsor', async () => {
    await setDeadline(3600)
    const { slug } = await makeSponsor({ name: 'Žarulja d.o.o.' })
    const codes = [randomUuidV1(), randomUuidV1()]
    for (const confCode of codes)
      await addSponsorGuest(getDb(), {
        slug,
        fullName: 'Ana Đurić',
        email: 'ana@primjer.hr',
        confCode,
      })
    await sendLostTickets('ana@primjer.hr')
    const mails = await sql`select * from mails`
    expect(mails.map(({ conf_code }) => conf_code).sort()).toEqual(codes.sort())
    for (const mail of mails)
      expect(mail).toMatchObject({
        template: 'sponsor-pass',
        sponsor_id: null,
        details: { sponsor: 'Žarulja d.o.o.' },
      })
  })

  it('is mailed at most once in five minutes, also after a sale or while a mail is queued', async () => {
    const { id } = await sellTicket({ jmbag: '0036512345' })
    await sendLostTickets('0036512345')
    expect(await mailsOf(id), 'the confirmation has just been sent').toHaveLength(1)
    await ageMails()
    await runConcurrently(2, () => sendLostTickets('0036512345'))
    expect(await mailsOf(id)).toHaveLength(2)
    await sql`update mails set state = 'sent', created_at = now() - interval '4 minutes 50 seconds'`
    await sendLostTickets('0036512345')
    expect(await mailsOf(id)).toHaveLength(2)
    await ageMails()
    await sql`update mails set state = 'queued' where resend`
    await sendLostTickets('0036512345')
    expect(await mailsOf(id), 'a mail is still queued').toHaveLength(2)
  })

  it('whose mail is in a stopped batch or has an old address gets that mail, not a new one', async () => {
    const stopped = await sellTicket({ jmbag: '0036512345' })
    const moved = await sellTicket({ jmbag: '0036512346', email: 'kriva@primjer.hr' })
    const batch = await stopInBatch(stopped.id)
    await sql`update guests set email = 'prava@primjer.hr' where id = ${moved.id}`
    for (const jmbag of ['0036512345', '0036512346']) {
      await sendLostTickets(jmbag)
      await sendLostTickets(jmbag)
    }
    const queued = { state: 'queued', batch_id: null, low_priority: true }
    expect(await mailsOf(stopped.id)).toMatchObject([queued])
    expect(await mailsOf(moved.id)).toMatchObject([{ ...queued, to_mail: 'prava@primjer.hr' }])
    expect(await sql`select total from mail_batches where id = ${batch}`).toEqual([{ total: 0 }])
    const entries =
      await sql`select 1 from activities where entity = 'mails' and action = 'requested'
      and entity_id in (select id::text from mails)`
    expect(entries).toHaveLength(2)
  })

  it('is mailed only once when fifty requests arrive at once, by JMBAG and by address', async () => {
    const { id } = await sellTicket({ jmbag: '0036599901', email: 'pedeset@primjer.hr' })
    await ageMails()
    const requests = Array.from({ length: 50 }, (_, i) =>
      i % 3 ? '0036599901' : 'pedeset@primjer.hr',
    )
    const outcomes = await Promise.allSettled(requests.map(sendLostTickets))
    // More than 20 requests for one person in ten minutes are refused with status 429.
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 429 })
    expect(await mailsOf(id)).toHaveLength(2)
  })

  it('is mailed at most six times a day', async () => {
    const { id } = await sellTicket({ jmbag: '0036512345' })
    for (let i = 0; i < 8; i++) {
      await ageMails()
      await sendLostTickets('0036512345')
    }
    expect((await mailsOf(id)).filter(({ resend }) => resend)).toHaveLength(6)
  })

  // Rule 14.6: at most 600 mails of lost tickets are sent in an hour, for all guests together.
  it('gets status 429 after 600 such mails in an hour, whether there is a ticket or not', async () => {
    const { id, code } = await sellTicket({ jmbag: '0036512345' })
    await ageMails()
    await sql`insert into mails (template, to_mail, resend, low_priority, state)
      select 'ticket-confirmation', 'a@b.hr', true, true, 'sent' from generate_series(1, 599)`
    await sendLostTickets('0036512345')
    expect((await mailsOf(id)).map((mail) => mail.low_priority)).toEqual([false, true])
    await ageMails()
    for (const who of ['0036512345', 'nitko@primjer.hr'])
      await expect(sendLostTickets(who)).rejects.toMatchObject({ status: 429 })
    expect(await mailsOf(id)).toHaveLength(2)
    await sql`update mails set created_at = created_at - interval '1 hour'`
    await sendLostTickets('0036512345')
    expect(await mailsOf(id)).toHaveLength(3)
    expect(await readTicket(code)).not.toBeNull()
  })

  it('is not mailed for a returned ticket, a deleted guest or a guest without a ticket', async () => {
    const returned = await sellTicket({ jmbag: '0036500001', email: 'a@primjer.hr' })
    const deleted = await sellTicket({ jmbag: '0036500002', email: 'b@primjer.hr' })
    const withoutTicket = await makeGuest({ jmbag: '0036500003', email: 'c@primjer.hr' })
    await changeGuest(returned.id, { bought: false }, await staff(1))
    await sql`update guests set deleted_at = now() where id = ${deleted.id}`
    await ageMails()
    for (const n of [1, 2, 3]) await sendLostTickets(`003650000${n}`)
    for (const letter of 'abc') await sendLostTickets(`${letter}@primjer.hr`)
    expect(await sql`select from mails where resend`).toHaveLength(0)
    expect(await mailsOf(withoutTicket.id)).toHaveLength(0)
  })

  // Rule 7.14: the response is the same whether there is a ticket or not.
  it('gets the same response, after at least half a second, whether there is a ticket or not', async () => {
    await sellTicket({ jmbag: '0036512345' })
    await ageMails()
    const post = async (who: string) => {
      const startedAt = performance.now()
      const response = await ticketEndpoints.karta.POST(
        new Request('http://x/api/karta/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ who }),
        }),
        { params: Promise.resolve({}) },
      )
      return {
        status: response.status,
        headers: [...response.headers],
        body: await response.text(),
        durationMs: performance.now() - startedAt,
      }
    }
    const responses = await Promise.all(
      ['0036512345', ' 00365 12345', '0036599999', 'nitko@primjer.hr', 'ab51234@fer.hr'].map(post),
    )
    for (const { durationMs, ...response } of responses) {
      expect(durationMs).toBeGreaterThanOrEqual(499)
      const { durationMs: _, ...first } = responses[0] as (typeof responses)[number]
      expect(response).toEqual(first)
    }
    expect(responses[0]).toMatchObject({
      status: 200,
      body: JSON.stringify({ detail: 'Ako karta postoji, poslali smo je.' }),
    })
    for (const invalid of [
      '',
      '003651234',
      '00365123456',
      'ivo',
      'ivo@',
      '@fer.hr',
      `${'a'.repeat(300)}@x.hr`,
    ])
      expect(await post(invalid), invalid).toMatchObject({
        status: 400,
        body: expect.stringContaining('Upiši JMBAG (10 znamenki) ili e-mail adresu'),
      })
  })
})

const requestCalendar = () =>
  ticketEndpoints['karta/calendar.ics'].GET(new Request('http://x/api/karta/calendar.ics'), {
    params: Promise.resolve({}),
  })

it('the calendar file of the night lasts from opening to closing time, and needs both times', async () => {
  await sql`update editions set opens_at = null, closes_at = null where ended_at is null`
  expect((await requestCalendar()).status).toBe(404)
  await sql`update editions set opens_at = '2037-12-04T19:00Z', closes_at = '2037-12-05T04:00Z',
    place = 'Studentski centar' where ended_at is null`
  const response = await requestCalendar()
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const lines = (await response.text()).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART:20371204T190000Z',
      'DTEND:20371205T040000Z',
      'SUMMARY:Brucošijada 2025',
      expect.stringMatching(/^LOCATION:Studentski centar/),
    ]),
  )
})

it('the calendar file of the night counts its changes, so that a calendar moves the event', async () => {
  await sql`update editions set opens_at = '2037-12-04T19:00Z', closes_at = '2037-12-05T04:00Z'
    where ended_at is null`
  await sql`delete from activities where entity = 'festival'`
  const readVersion = async () =>
    (await (await requestCalendar()).text())
      .split('\r\n')
      .filter((line) => /^(SEQUENCE|LAST-MODIFIED|DTSTART)/.test(line))
  const first = await readVersion()
  expect(first).toEqual(['SEQUENCE:0', 'DTSTART:20371204T190000Z'])
  const admin = await staff(1)
  await changeEdition({ instagramUrl: 'https://instagram.example/y' }, admin)
  expect(await readVersion()).toEqual(first)
  await changeEdition({ opensAt: '2037-12-04T20:00:00Z' }, admin)
  await changeEdition({ place: 'Velesajam' }, admin)
  expect(await readVersion()).toEqual([
    'SEQUENCE:2',
    expect.stringMatching(/^LAST-MODIFIED:20\d{6}T\d{6}Z$/),
    'DTSTART:20371204T200000Z',
  ])
})
