import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { replaceSponsorSlug, type SponsorRow } from '@/db/queries/sponsors'
import { addSponsorGuests } from '@/db/queries/sponsors-adding'
import { randomUuidV1 } from '@/db/uuid'
import { getConfig } from '@/lib/config/settings'
import { sponsorEndpoints } from '@/lib/sponsors/endpoints'
import {
  inviteSponsors,
  listSponsorCounts,
  previewInvitations,
  previewReminders,
  remindSponsors,
} from '@/lib/sponsors/invitations'
import { replaceSponsorLink } from '@/lib/sponsors/service'
import { empty } from '../support/empty'
import { addPassages, staff } from '../support/factories'
import { sendMail } from '../support/mails'
import {
  makeSponsor,
  runConcurrently,
  runDuringTransaction,
  setDeadline,
} from '../support/programme'
import { countStatements } from '../support/statements'

const sponsorsInvite = sponsorEndpoints['sponsors/invite']
const bulkRoute = sponsorEndpoints['sponsors/public/guests/bulk']
const guestsRoute = sponsorEndpoints['sponsors/public/guests']
const openedRoute = sponsorEndpoints['sponsors/public/opened']
const passesRoute = sponsorEndpoints['sponsors/public/passes']
const listRoute = sponsorEndpoints['sponsors/public']

const sql = getSql()

beforeEach(async () => {
  await empty(sql, 'mails', 'guests', 'sponsors', 'activities')
  await setDeadline(3600)
})

const baseUrl = 'http://localhost/api/sponsors/public/'
const context = { params: Promise.resolve({}) }
const newRequest = (method: string, body: unknown) =>
  new Request(baseUrl, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const addMany = (slug: string, ...guests: (string | object)[]) =>
  bulkRoute.POST(
    newRequest('POST', {
      slug,
      guests: guests.map((guest) => (typeof guest === 'string' ? { name: guest } : guest)),
    }),
    context,
  )
const sendPasses = (slug: string, ids?: number[]) =>
  passesRoute.POST(newRequest('POST', { slug, ids }), context)
const setEmail = (slug: string, id: number, email: string) =>
  guestsRoute.PUT(newRequest('PUT', { slug, id, email }), context)
const readGuests = async (slug: string) =>
  (await guestsRoute.GET(new Request(`${baseUrl}guests/?slug=${slug}`), context)).json() as Promise<
    { id: number; name: string; email: string | null; bought: string; pass: string }[]
  >
const listNames = async (slug: string) => (await readGuests(slug)).map(({ name }) => name)
const reasons = async (response: Response) =>
  (await response.json()).guests.map(({ reason }: { reason: string | null }) => reason)

/** Configures a mail provider until the end of the test. */
function configureProvider() {
  Object.assign(getConfig(), { RESEND_API_KEY: 're_test' })
  onTestFinished(() => {
    Object.assign(getConfig(), { RESEND_API_KEY: undefined })
  })
}

describe('adding many guests at once', () => {
  let sponsor: SponsorRow
  beforeEach(async () => {
    sponsor = await makeSponsor({ guestCap: 4 })
  })

  it('stores the guests that fit, in order, and returns the outcome for each guest', async () => {
    await addMany(sponsor.slug, 'Ana Anić')
    const guests = ['ana  ANIC', { name: 'Iva Ivić', email: 'Iva@Primjer.hr' }, 'Iva Ivic']
    const repeated = { name: 'Ana Anić', again: true }
    const response = await addMany(sponsor.slug, ...guests, repeated, 'Čedo', 'Prevelik Popis')
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(body.stored).toBe(3)
    expect(body.guests.map((guest: { reason: string }) => guest.reason)).toEqual([
      'same_name',
      null,
      'same_name',
      null,
      null,
      'list_full',
    ])
    expect(await listNames(sponsor.slug)).toEqual(['Ana Anić', 'Iva Ivić', 'Ana Anić', 'Čedo'])
    expect((await readGuests(sponsor.slug))[1]).toMatchObject({
      id: body.guests[1].id,
      email: 'iva@primjer.hr',
      pass: 'none',
    })
    const entries = await sql`select changes from activities where action = 'created'`
    expect(entries).toHaveLength(4)
    expect(JSON.stringify(entries)).toContain('iva@primjer.hr')
  })

  it('stores the guests only once when the request is sent twice at once', async () => {
    const responses = await runConcurrently(2, () => addMany(sponsor.slug, 'Ana', 'Iva', 'Eva'))
    const stored = await Promise.all(
      responses.map(async (response) => (await response.json()).stored),
    )
    expect(stored.sort()).toEqual([0, 3])
    expect(await listNames(sponsor.slug)).toHaveLength(3)
  })

  it('never exceeds the guest cap, also with eight requests at once', async () => {
    const { slug } = await makeSponsor({ guestCap: 10 })
    const responses = await runConcurrently(8, (i) =>
      addMany(slug, ...Array.from({ length: 6 }, (_, n) => `Gost ${i} ${n}`)),
    )
    const stored = await Promise.all(
      responses.map(async (response) => (await response.json()).stored),
    )
    expect(stored.reduce((sum: number, n: number) => sum + n, 0)).toBe(10)
    expect(await listNames(slug)).toHaveLength(10)
  })

  it('stores no guest after the deadline, and returns the reason for each guest', async () => {
    await setDeadline(-1)
    expect(await reasons(await addMany(sponsor.slug, 'Ana', 'Iva'))).toEqual([
      'list_closed',
      'list_closed',
    ])
    await sql`update sponsors set guests_enabled = 2`
    expect(await reasons(await addMany(sponsor.slug, 'Ana'))).toEqual([null])
    await sql`update sponsors set guests_enabled = 0`
    await setDeadline(60)
    expect(await reasons(await addMany(sponsor.slug, 'Iva'))).toEqual(['list_closed'])
  })

  it('stores no guest when the deadline passes while the request waits for a lock', async () => {
    const response = await runDuringTransaction(
      async (tx) => {
        await tx.transaction(async (inner) => {
          await replaceSponsorSlug(inner, sponsor.id, sponsor.slug)
        })
        await setDeadline(0.1)
      },
      () => addMany(sponsor.slug, 'Ana', 'Iva'),
    )
    expect(await reasons(response)).toEqual(['list_closed', 'list_closed'])
    expect(await listNames(sponsor.slug)).toEqual([])
  })

  it('is refused as a whole when an e-mail address is invalid or no guest is given', async () => {
    const response = await addMany(sponsor.slug, 'Ana', { name: 'Iva', email: 'nije adresa' })
    expect(response.status).toBe(400)
    expect(Object.keys((await response.json()).fields)).toEqual(['guests.1.email'])
    expect((await addMany(sponsor.slug)).status).toBe(400)
    expect(await listNames(sponsor.slug)).toEqual([])
  })
})

describe('a sponsor pass', () => {
  let sponsor: SponsorRow
  let ids: number[]
  beforeEach(async () => {
    sponsor = await makeSponsor({ name: 'Žarulja', guestCap: 5 })
    await addMany(sponsor.slug, { name: 'Ana Anić', email: 'ana@primjer.hr' }, 'Iva Ivić', 'Eva')
    ids = (await readGuests(sponsor.slug)).map(({ id }) => id)
  })

  const countQueued = async (response: Response) => (await response.json()).queued
  const mails = () => sql`select * from mails order by created_at, id`
  const states = async () => (await readGuests(sponsor.slug)).map(({ pass }) => pass)

  // Rule 5.19: a sponsor sends a pass to its guest, once for each code.
  it('is sent once, with the guest’s own code', async () => {
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(1)
    expect(
      (await runConcurrently(5, () => sendPasses(sponsor.slug))).every((a) => a.status === 202),
    ).toBe(true)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    const [guest] = await sql`select conf_code from guests where id = ${ids[0] as number}`
    expect(mail).toMatchObject({
      template: 'sponsor-pass',
      to_mail: 'ana@primjer.hr',
      conf_code: guest?.conf_code,
      sponsor_id: sponsor.id,
    })
    expect(await states()).toEqual(['queued', 'none', 'none'])
    await sendMail(mail?.id)
    const [sentMail] = await mails()
    expect(sentMail).toMatchObject({ state: 'recorded' })
    expect(sentMail?.html).toContain('Žarulja')
    expect(sentMail?.plain_text).toContain(guest?.conf_code)
    expect(sentMail?.html + sentMail?.plain_text).not.toContain(sponsor.slug)
    expect(await states()).toEqual(['recorded', 'none', 'none'])
    await sql`update mails set state = 'delivered'`
    expect(await states()).toEqual(['sent', 'none', 'none'])
    expect((await setEmail(sponsor.slug, ids[0] as number, 'druga@primjer.hr')).status).toBe(409)
  })

  // Rule 5.19: a pass is sent to a corrected address only if the first mail was not delivered.
  it('is sent again, to a corrected address, only after the first mail has bounced', async () => {
    await sendPasses(sponsor.slug)
    await sql`update mails set state = 'bounced'`
    expect(await states()).toEqual(['failed', 'none', 'none'])
    expect((await setEmail(sponsor.slug, ids[0] as number, 'nova@primjer.hr')).status).toBe(204)
    expect(await countQueued(await sendPasses(sponsor.slug, [ids[0] as number]))).toBe(1)
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(0)
    expect((await mails()).map(({ to_mail, resend }) => [to_mail, resend])).toEqual([
      ['ana@primjer.hr', false],
      ['nova@primjer.hr', true],
    ])
  })

  // Rules 5.19 and 7.10.
  it('that was only recorded is sent, also to a corrected address, once there is a mail provider', async () => {
    await sendPasses(sponsor.slug)
    await sql`update mails set state = 'recorded'`
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(0)
    expect((await setEmail(sponsor.slug, ids[0] as number, 'nova@primjer.hr')).status).toBe(204)
    configureProvider()
    expect(await states()).toEqual(['none', 'none', 'none'])
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(1)
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(0)
    expect(await states()).toEqual(['queued', 'none', 'none'])
    expect((await mails()).map(({ to_mail, state }) => [to_mail, state])).toEqual([
      ['ana@primjer.hr', 'recorded'],
      ['nova@primjer.hr', 'queued'],
    ])
  })

  it('is sent only to guests of the sponsor’s own list, also after the list is closed', async () => {
    const other = await makeSponsor()
    expect((await setEmail(other.slug, ids[1] as number, 'x@primjer.hr')).status).toBe(404)
    expect(await countQueued(await sendPasses(other.slug, ids))).toBe(0)
    await setDeadline(-1)
    expect((await setEmail(sponsor.slug, ids[1] as number, 'iva@primjer.hr')).status).toBe(204)
    expect(
      await sql`select user_id, changes -> 'sponsor' ->> 1 as sponsor from activities
        where action = 'changed' and entity_id = ${String(ids[1])}`,
    ).toEqual([{ user_id: null, sponsor: sponsor.name }])
    expect(await countQueued(await sendPasses(sponsor.slug, [ids[1] as number]))).toBe(1)
    await addPassages(sql, ids)
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(0)
  })

  it('is not sent to a guest without a ticket, whom the sponsor’s list shows as such', async () => {
    const bought = async () => (await readGuests(sponsor.slug)).map((guest) => guest.bought)
    expect(await bought()).toEqual(['1', '1', '1'])
    await sql`update guests set conf_code = null, bought_at = null where id = ${ids[0] as number}`
    expect(await bought()).toEqual(['0', '1', '1'])
    expect(await countQueued(await sendPasses(sponsor.slug))).toBe(0)
  })

  // Rule 14.6: passes of one sponsor are limited to twice its cap and 20, a day.
  it('is sent to as many guests as the limit of the day allows, and the others wait', async () => {
    const emails = Array.from({ length: 25 }, (_, i) => ({
      name: `Gost ${i}`,
      email: `gost${i}@primjer.hr`,
      again: true,
    }))
    await sql`update sponsors set guest_cap = 100`
    await addMany(sponsor.slug, ...emails)
    await sql`update sponsors set guest_cap = 1`
    const response = await sendPasses(sponsor.slug)
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ queued: 22, postponed: 4 })
    expect((await sendPasses(sponsor.slug)).status).toBe(429)
    await sql`update mails set created_at = created_at - interval '1 day'`
    const nextDay = await sendPasses(sponsor.slug)
    expect(await nextDay.json()).toEqual({ queued: 4, postponed: 0 })
    expect(new Set((await mails()).map(({ to_mail }) => to_mail)).size).toBe(26)
  })

  // Rule 14.6.
  it('is refused after 30 passes in a day for a list with a cap of 5', async () => {
    await sql`insert into mails (template, to_mail, sponsor_id)
      select 'sponsor-pass', 'x@primjer.hr', ${sponsor.id} from generate_series(1, 30)`
    expect((await sendPasses(sponsor.slug)).status).toBe(429)
    expect(await mails()).toHaveLength(30)
  })
})

describe('an invitation', () => {
  const rows = () =>
    sql`select template, to_mail, state, link, sponsor_id, subject, html, plain_text from mails order by to_mail`
  const open = (slug: string) => openedRoute.POST(newRequest('POST', { slug }), context)

  // Rules 5.16 and 5.17: each address of a sponsor with a cap above zero gets one invitation.
  it('is sent once to each address of a sponsor with a cap above 0, also by two admins at once', async () => {
    const admin = await staff(1)
    const sponsor = await makeSponsor({ email: 'a@z.hr, b@z.hr', guestCap: 2 })
    await makeSponsor({ guestCap: 0, email: 'nikad@z.hr' })
    const results = await runConcurrently(2, () =>
      inviteSponsors({ to: 'all', sponsors: null }, admin),
    )
    expect(results.map(({ queued }) => queued).sort()).toEqual([0, 2])
    expect((await rows()).map(({ to_mail }) => to_mail)).toEqual(['a@z.hr', 'b@z.hr'])
    for (const { id } of await sql`select id from mails`) await sendMail(id)
    const [mail] = await rows()
    expect(mail).toMatchObject({ state: 'recorded', sponsor_id: sponsor.id })
    expect(mail?.subject).toContain('42.')
    expect(mail?.link).toMatch(new RegExp(`/sponzori/${sponsor.slug}$`))
    for (const body of [mail?.html, mail?.plain_text]) expect(body).toContain(mail?.link)
    const all = { to: 'all', sponsors: null } as const
    await expect(inviteSponsors({ ...all, again: 0 }, admin)).rejects.toMatchObject({
      status: 409,
      code: 'invited_meanwhile',
    })
    expect(await inviteSponsors({ ...all, again: 2 }, admin)).toMatchObject({ queued: 2, again: 2 })
  })

  it('to one sponsor is previewed with whether its list is closed, also by the deadline', async () => {
    const open = await makeSponsor({ guestsEnabled: 2 })
    const bound = await makeSponsor({ guestsEnabled: 1 })
    const closed = await makeSponsor({ guestsEnabled: 0 })
    const closedOf = async ({ id }: SponsorRow) =>
      (await previewInvitations({ to: 'all', sponsors: [id] })).closed
    expect([await closedOf(open), await closedOf(bound), await closedOf(closed)]).toEqual([0, 0, 1])
    await setDeadline(-1)
    expect([await closedOf(open), await closedOf(bound)]).toEqual([0, 1])
  })

  it('is resent only where it failed or the link was never opened', async () => {
    const admin = await staff(1)
    const reader = await makeSponsor({ name: 'Čita', email: 'a@z.hr, b@z.hr' })
    await makeSponsor({ name: 'Ne čita', email: 'c@z.hr' })
    await inviteSponsors({ to: 'all', sponsors: null }, admin)
    await sql`update mails set state = 'sent'`
    expect((await open(reader.slug)).status).toBe(204)
    await sql`update mails set state = 'bounced' where to_mail = 'b@z.hr'`
    await inviteSponsors({ to: 'unreached', sponsors: null }, admin)
    const queued = await sql`select to_mail from mails where state = 'queued' order by 1`
    expect(queued.map(({ to_mail }) => to_mail)).toEqual(['b@z.hr', 'c@z.hr'])
    const { rows: counts } = await listSponsorCounts({ ordering: 'name' })
    expect(counts.map(({ invitation }) => invitation)).toEqual(['opened', 'queued'])
  })

  // Rule 7.10.
  it('that was only recorded is not shown as sent, and does not count once there is a mail provider', async () => {
    const admin = await staff(1)
    const { slug } = await makeSponsor()
    const all = { to: 'all', sponsors: null } as const
    const readInvitation = async () => (await listSponsorCounts({})).rows[0]?.invitation
    await inviteSponsors(all, admin)
    await sql`update mails set state = 'recorded'`
    expect(await readInvitation()).toBe('recorded')
    configureProvider()
    expect(await readInvitation()).toBe('none')
    expect(await previewReminders()).toMatchObject({ queued: 0, skipped: 1 })
    await open(slug)
    const unreached = { to: 'unreached', sponsors: null } as const
    expect(await previewInvitations(unreached)).toMatchObject({ queued: 1, again: 0 })
    expect(await inviteSponsors({ ...all, again: 0 }, admin)).toMatchObject({ queued: 1, again: 0 })
  })

  it('with a link that has been replaced is not sent, and the new link counts as unopened', async () => {
    const admin = await staff(1)
    const sponsor = await makeSponsor()
    await open(sponsor.slug)
    await inviteSponsors({ to: 'all', sponsors: [sponsor.id] }, admin)
    await replaceSponsorLink(sponsor.id, admin)
    const [{ id } = { id: '' }] = await sql`select id from mails`
    await sendMail(id)
    expect((await rows())[0]).toMatchObject({ state: 'failed' })
    expect((await open(sponsor.slug)).status).toBe(404)
    const { rows: counts } = await listSponsorCounts({})
    expect(counts[0]).toMatchObject({ invitation: 'none', openedTime: null })
    expect(await inviteSponsors({ to: 'unreached', sponsors: null }, admin)).toMatchObject({
      queued: 1,
    })
  })

  it('that was sent before the link was replaced does not count, and one with the new link does', async () => {
    const admin = await staff(1)
    const sponsor = await makeSponsor()
    const readInvitation = async () => (await listSponsorCounts({})).rows[0]?.invitation
    await inviteSponsors({ to: 'all', sponsors: [sponsor.id] }, admin)
    await sql`update mails set state = 'delivered'`
    expect(await readInvitation()).toBe('sent')
    await replaceSponsorLink(sponsor.id, admin)
    expect(await readInvitation()).toBe('none')
    await inviteSponsors({ to: 'all', sponsors: [sponsor.id] }, admin)
    expect(await readInvitation()).toBe('queued')
  })

  // Rule 5.18: a sponsor with free places gets at most one reminder a day.
  it('is followed by at most one reminder a day while the list has free places', async () => {
    const admin = await staff(1)
    const sponsor = await makeSponsor({ guestCap: 2 })
    expect(await previewReminders()).toMatchObject({ queued: 0, skipped: 1 })
    await open(sponsor.slug)
    await addMany(sponsor.slug, 'Ana')
    expect(await previewReminders()).toMatchObject({ queued: 1, deadline: expect.any(String) })
    const results = await runConcurrently(2, () => remindSponsors(admin))
    expect(results.map(({ queued }) => queued).sort()).toEqual([0, 1])
    const [{ id } = { id: '' }] = await sql`select id from mails`
    await sendMail(id)
    expect((await rows())[0]?.plain_text).toContain('1 od 2')
  })

  it('cannot be sent by an anonymous caller', async () => {
    const response = await sponsorsInvite.POST(newRequest('POST', { to: 'all' }), context)
    expect(response.status).toBe(401)
  })
})

describe('a wrong link', () => {
  /** Returns a request to every public endpoint of sponsor lists, with the given slug. */
  const requestsWith = (slug: string): [name: string, run: () => Promise<Response>][] => [
    ['list', () => listRoute.GET(new Request(`${baseUrl}?slug=${slug}`), context)],
    ['guests', () => guestsRoute.GET(new Request(`${baseUrl}guests/?slug=${slug}`), context)],
    ['add', () => guestsRoute.POST(newRequest('POST', { slug, name: 'Ana' }), context)],
    ['address', () => setEmail(slug, 1, 'a@primjer.hr')],
    [
      'delete',
      () =>
        guestsRoute.DELETE(
          new Request(`${baseUrl}guests/?slug=${slug}&id=1`, { method: 'DELETE' }),
          context,
        ),
    ],
    ['bulk', () => addMany(slug, 'Ana', 'Iva')],
    ['passes', () => sendPasses(slug)],
    ['opened', () => openedRoute.POST(newRequest('POST', { slug }), context)],
  ]

  it('gets the same 404 with the same number of statements if replaced, unknown or malformed', async () => {
    const replaced = await makeSponsor({ guestCap: 50 })
    await addSponsorGuests(getDb(), {
      slug: replaced.slug,
      guests: Array.from({ length: 50 }, (_, i) => ({
        fullName: `Gost ${i}`,
        confCode: randomUuidV1(),
      })),
    })
    await replaceSponsorSlug(getDb(), replaced.id, randomUuidV1())
    const readResponse = async (run: () => Promise<Response>) => {
      await run()
      const [response, statements] = await countStatements(run)
      expect(response.status).toBe(404)
      return { text: await response.text(), statements }
    }
    const [unknown, malformed] = [requestsWith(randomUuidV1()), requestsWith('nije-kljuc')]
    for (const [i, [name, run]] of requestsWith(replaced.slug).entries()) {
      const first = await readResponse(run)
      expect(first.statements, name).toBeGreaterThan(0)
      for (const other of [unknown, malformed])
        expect(await readResponse(other[i]?.[1] as typeof run), name).toEqual(first)
    }
  })

  it('of another sponsor can neither change nor delete a guest', async () => {
    const [own, other] = [await makeSponsor(), await makeSponsor()]
    await addMany(own.slug, 'Ana')
    const [guest] = await readGuests(own.slug)
    const id = guest?.id as number
    expect((await setEmail(other.slug, id, 'a@primjer.hr')).status).toBe(404)
    const request = new Request(`${baseUrl}guests/?slug=${other.slug}&id=${id}`, {
      method: 'DELETE',
    })
    expect((await guestsRoute.DELETE(request, context)).status).toBe(404)
    expect(await listNames(own.slug)).toEqual(['Ana'])
  })
})
