import { beforeEach, describe, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { replaceSponsorSlug, type SponsorRow } from '@/db/queries/sponsors'
import { randomUuidV1 } from '@/db/uuid'
import { sponsorEndpoints } from '@/lib/sponsors/endpoints'
import { sponsorCountLines } from '@/lib/sponsors/invitations'
import { listGuestsOfSponsor } from '@/lib/sponsors/own-list'
import { empty } from '../support/empty'
import { addPassages } from '../support/factories'
import { makeSponsor, runConcurrently, setDeadline } from '../support/programme'

const guestsRoute = sponsorEndpoints['sponsors/public/guests']
const listRoute = sponsorEndpoints['sponsors/public']

const sql = getSql()

beforeEach(async () => {
  await empty(sql, 'guests', 'sponsors', 'activities')
  await setDeadline(3600)
})

const baseUrl = 'http://localhost/api/sponsors/public/'
const context = { params: Promise.resolve({}) }
const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`

const readList = (slug: string) => listRoute.GET(new Request(baseUrl + query({ slug })), context)
const readGuests = (slug: string) =>
  guestsRoute.GET(new Request(`${baseUrl}guests/${query({ slug })}`), context)
const add = (slug: unknown, name: unknown = 'Ana Anić') =>
  guestsRoute.POST(
    new Request(`${baseUrl}guests/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slug, name }),
    }),
    context,
  )
const remove = (slug: string, id: number | string) =>
  guestsRoute.DELETE(
    new Request(`${baseUrl}guests/${query({ slug, id: String(id) })}`, { method: 'DELETE' }),
    context,
  )
const names = async (slug: string) =>
  (await (await readGuests(slug)).json()).map(({ name }: { name: string }) => name)

describe('a sponsor with its link', () => {
  let sponsor: SponsorRow
  beforeEach(async () => {
    sponsor = await makeSponsor({ name: 'Žbica', guestCap: 2 })
  })

  // Rule 1.21: a sponsor reaches its list by the URL alone, without a login.
  it('reads its list, adds and deletes guests, and sees which guests have arrived', async () => {
    const { slug } = sponsor
    const list = async () => (await readList(slug)).json()
    expect(await list()).toEqual({
      name: 'Žbica',
      image: `/api/images/${'c'.repeat(64)}`,
      guestCap: 2,
      count: 0,
      entered: 0,
      guestsEnabled: '1',
      deadline: expect.stringMatching(/^\d{4}-.*Z$/),
      now: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const response = await add(slug, '  Ana Marija  Anić ')
    expect(response.status).toBe(201)
    const guest = await response.json()
    const defaults = { bought: '1', entered: '0', email: null, pass: 'none' }
    expect(guest).toEqual({ id: expect.any(Number), name: 'Ana Marija Anić', ...defaults })
    expect((await add(slug, 'Iva')).status).toBe(201)
    await addPassages(sql, [guest.id])
    expect(await (await readGuests(slug)).json()).toEqual([
      { ...guest, entered: '1' },
      { id: expect.any(Number), name: 'Iva', ...defaults },
    ])
    expect(await list()).toMatchObject({ count: 2, entered: 1 })

    const refusal = await add(slug, 'Eva')
    expect(refusal.status).toBe(409)
    expect(await refusal.json()).toMatchObject({
      detail: 'Već ste unijeli maksimalan broj dozvoljenih gostiju',
    })
    await addPassages(sql, [guest.id], 'out')
    expect((await remove(slug, guest.id)).status).toBe(204)
    expect((await remove(slug, guest.id)).status).toBe(404)
    expect((await add(slug, 'Eva')).status).toBe(201)
    expect(await names(slug)).toEqual(['Iva', 'Eva'])
  })

  // Rule 5.20: the counts are of the guests who have come.
  it('still has a guest who has left as arrived, but not a guest whose admission is void', async () => {
    const { id, slug } = sponsor
    const ana = await (await add(slug)).json()
    const iva = await (await add(slug, 'Iva')).json()
    const arrival = '2026-10-03T20:00:00.000Z'
    await addPassages(sql, [ana.id], 'in', arrival)
    await addPassages(sql, [ana.id], 'out', '2026-10-03T23:00:00.000Z')
    await addPassages(sql, [iva.id])
    await sql`insert into passages (id, guest_id, direction, verdict, decided, at, voids)
      select passage_id(now()), guest_id, 'out', 'outside', 'recorded', now(), id
      from passages where guest_id = ${iva.id}`
    expect(await (await readList(slug)).json()).toMatchObject({ count: 2, entered: 1 })
    expect(await listGuestsOfSponsor(id)).toMatchObject([
      { id: ana.id, entered: '0', enteredTime: arrival },
      { id: iva.id, entered: '0', enteredTime: null },
    ])
    const counts = { guestCap: 2, listed: 2, entered: 1 }
    expect(await sponsorCountLines({ ordering: '-entered' })).toMatchObject([
      { name: 'Žbica', ...counts },
      { name: 'Ukupno', ...counts },
    ])
  })

  // Rule 5.8.
  it('cannot delete a guest who is inside, so the place is not used twice', async () => {
    const { slug } = sponsor
    const { id } = await (await add(slug)).json()
    await add(slug, 'Iva')
    await addPassages(sql, [id])
    const refusal = await remove(slug, id)
    expect(refusal.status).toBe(409)
    expect(await refusal.json()).toMatchObject({
      code: 'guest_inside',
      detail: 'Gost je već unutra pa se ne briše s popisa.',
    })
    expect((await add(slug, 'Eva')).status).toBe(409)
    expect(await (await readList(slug)).json()).toMatchObject({ count: 2, entered: 1 })
  })

  it.each(['', '   ', '\u200b', '\u200f \u200b', null, 7, 'x'.repeat(151)])(
    'cannot add the name %j',
    async (name) => {
      const response = await add(sponsor.slug, name)
      expect(response.status).toBe(400)
      expect(Object.keys((await response.json()).fields)).toEqual(['name'])
      expect(await names(sponsor.slug)).toEqual([])
    },
  )

  // Rule 5.8: a closed list offers neither adding nor deleting.
  it('can neither add nor delete guests after the deadline, unless no deadline applies', async () => {
    const { slug } = sponsor
    const { id } = await (await add(slug)).json()
    await setDeadline(-1)
    for (const response of [await add(slug, 'Iva'), await remove(slug, id)]) {
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        code: 'list_closed',
        detail: 'Vrijeme za promjenu popisa je isteklo! Ovo je vaš konačni popis!',
      })
    }
    expect(await (await readList(slug)).json()).toMatchObject({ guestsEnabled: '0', count: 1 })
    await sql`update sponsors set guests_enabled = 2`
    expect((await add(slug, 'Iva')).status).toBe(201)
    expect(await (await readList(slug)).json()).toMatchObject({
      guestsEnabled: '2',
      deadline: null,
    })
  })

  it('gets the last place only once when 50 requests arrive at once', async () => {
    await add(sponsor.slug)
    const responses = await runConcurrently(50, (i) => add(sponsor.slug, `Gost ${i}`))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect(await names(sponsor.slug)).toHaveLength(2)
  })

  it('adds 300 guests without reaching a rate limit', async () => {
    await sql`update sponsors set guest_cap = 1000`
    // At most 100 requests at once, so that each gets a database connection on a busy machine too.
    for (const round of ['Prvi', 'Drugi', 'Treći']) {
      const responses = await runConcurrently(100, (i) => add(sponsor.slug, `${round} gost ${i}`))
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 201))
    }
    expect(await names(sponsor.slug)).toHaveLength(300)
  })

  it('cannot delete a guest of another sponsor', async () => {
    const other = await makeSponsor()
    const { id } = await (await add(other.slug)).json()
    expect((await remove(sponsor.slug, id)).status).toBe(404)
    expect(await names(other.slug)).toHaveLength(1)
    expect((await remove(other.slug, 'x')).status).toBe(400)
  })

  it('is named in the activity log, but its deleted guests are not', async () => {
    const { id } = await (await add(sponsor.slug)).json()
    await remove(sponsor.slug, id)
    const entries = await sql`select user_id, action, changes from activities order by id`
    expect(entries.map(({ user_id, action }) => [user_id, action])).toEqual([
      [null, 'created'],
      [null, 'deleted'],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/Ani/)
    expect(JSON.stringify(entries)).toContain('Žbica')
    expect(JSON.stringify(entries)).not.toContain(sponsor.slug)
  })
})

describe('a wrong link', () => {
  // Rule 5.14: every wrong slug gets the same response.
  it('gets the same 404 response, whatever is wrong with it', async () => {
    const sponsor = await makeSponsor()
    await replaceSponsorSlug(getDb(), sponsor.id, randomUuidV1())
    const wrongSlugs = [
      sponsor.slug,
      randomUuidV1(),
      'nije-uuid',
      '',
      'x'.repeat(5000),
      "' or 1=1 --",
      '00000000-0000-4000-8000-000000000000',
    ]
    const responses: Response[] = []
    for (const slug of wrongSlugs)
      responses.push(
        await readList(slug),
        await readGuests(slug),
        await add(slug),
        await remove(slug, 1),
      )
    responses.push(await add(7), await add(null), await add({ a: 1 }))
    responses.push(await listRoute.GET(new Request(baseUrl), context))
    const texts = new Set<string>()
    for (const response of responses) {
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('no-store')
      texts.add(await response.text())
    }
    expect(texts.size).toBe(1)
  })
})
