import { beforeEach, describe, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import type { UserRow } from '@/db/queries/users'
import { check } from '@/lib/http/request'
import { listSponsorCounts } from '@/lib/sponsors/invitations'
import { createSponsorGuest, getSponsorList } from '@/lib/sponsors/own-list'
import { newSponsor, type Sponsor, sponsorChange } from '@/lib/sponsors/schema'
import * as service from '@/lib/sponsors/service'
import { listPublicSponsors, listSponsors } from '@/lib/sponsors/service'
import { empty } from '../support/empty'
import { addPassages, staff } from '../support/factories'
import { fileOf, transparentPng } from '../support/pictures'
import { runConcurrently, setDeadline } from '../support/programme'

const sql = getSql()
let admin: UserRow
let image: File

beforeEach(async () => {
  await empty(sql, 'guests', 'sponsors', 'activities')
  await setDeadline(3600)
  admin ??= await makeAdmin()
  image ??= fileOf(await transparentPng(), 'logo.png')
})

async function makeAdmin() {
  await sql`insert into users (email, privilege) values ('admin@primjer.hr', 1)`
  return staff(1)
}

const VALID_FIELDS = { name: 'Žbica', url: 'https://zbica.hr', email: 'a@zbica.hr', guestCap: '3' }
type Fields = Record<string, string | File>
const create = (fields: Fields = {}) =>
  service.createSponsor(check(newSponsor, { ...VALID_FIELDS, image, ...fields }), admin)
const change = (id: number, fields: Fields) =>
  service.updateSponsor(id, check(sponsorChange, fields), admin)
const logEntries = () => sql`select entity, action, changes from activities order by id`

describe('a sponsor', () => {
  // Rules 5.1, 5.2, 5.3 and 5.4: fields of a sponsor, and a slug that the server creates.
  it('is created from a form, with a slug that the server generates', async () => {
    const sponsor = await create({ email: ' a@zbica.hr,b@zbica.hr; a@zbica.hr ', slug: 'moj' })
    expect(sponsor).toEqual({
      id: expect.any(Number),
      name: 'Žbica',
      url: 'https://zbica.hr',
      image: expect.stringMatching(/^\/api\/images\/[0-9a-f]{64}$/),
      order: 1,
      slug: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab]/),
      email: 'a@zbica.hr, b@zbica.hr',
      guestCap: 3,
      visible: '1',
      guests: 0,
      guestsEnabled: '1',
      guestsSetting: '1',
    })
    const other = await create({ guestsEnabled: '2', visible: '0' })
    expect(other).toMatchObject({ order: 2, guestsSetting: '2', visible: '0' })
    expect(other.slug).not.toBe(sponsor.slug)
    expect(JSON.stringify(await logEntries())).not.toContain(sponsor.slug)
  })

  // Rules 5.1, 5.3 and 14.8: required fields of a sponsor, valid links, limits of the cap.
  it.each([
    ['no image', { image: '' }, 'image', 'Uploadajte fotografiju'],
    ['a link without http', { url: 'www.zbica.hr' }, 'url', /http:\/\/ ili https:\/\//],
    ['a link with a script', { url: 'javascript:alert(1)//https://x.hr' }, 'url', /http/],
    ['a link without a host', { url: 'https://' }, 'url', /http/],
    ['no e-mail', { email: ' ' }, 'email', 'Unesite e-mail adresu sponzora.'],
    ['only commas as e-mail', { email: ',' }, 'email', 'Unesite e-mail adresu sponzora.'],
    ['an invalid e-mail', { email: 'a@b.hr, x' }, 'email', 'Neispravna e-mail adresa: x'],
    ['a negative cap', { guestCap: '-1' }, 'guestCap', /Ograničenje/],
    ['no cap', { guestCap: '' }, 'guestCap', /Ograničenje/],
    ['a fractional cap', { guestCap: '1.5' }, 'guestCap', /Ograničenje/],
    ['a cap that is too large', { guestCap: '999999999' }, 'guestCap', /Ograničenje/],
    ['a blank name', { name: '' }, 'name', 'Unesite naziv sponzora.'],
    ['an unknown list setting', { guestsEnabled: '3' }, 'guestsEnabled', /0, 1 ili 2/],
  ] as [string, Fields, string, string | RegExp][])(
    'is refused with %s',
    (_case, fields, field, message) => {
      const attempt = () => check(newSponsor, { ...VALID_FIELDS, image, ...fields })
      expect(attempt).toThrow(message)
      expect(attempt).toThrowError(
        expect.objectContaining({ more: { fields: { [field]: [expect.any(String)] } } }),
      )
    },
  )

  // Rule 10.6: input of a flag may be a number or a boolean.
  it('accepts true and false as flags, as a form sends them', () => {
    const fields = { ...VALID_FIELDS, image, visible: 'false', guestsEnabled: 'true' }
    expect(check(newSponsor, fields)).toMatchObject({ visible: false, guestsEnabled: 1 })
    expect(() => check(newSponsor, { ...fields, visible: 'da' })).toThrow('mora biti 0 ili 1')
  })

  // Rule 5.6: the API shows '0' for a list that the deadline has closed.
  it('is changed in single fields, and after the deadline shows 0 next to its list setting', async () => {
    const sponsor = await create()
    expect(await change(sponsor.id, { guestCap: '5' })).toEqual({ ...sponsor, guestCap: 5 })
    await setDeadline(-1)
    const afterDeadline = await service.getSponsor(sponsor.id)
    expect(afterDeadline).toMatchObject({ guestsEnabled: '0', guestsSetting: '1' })
    expect(await change(sponsor.id, { guestsEnabled: '2' })).toMatchObject({
      guestsEnabled: '2',
      guestsSetting: '2',
    })
    await change(sponsor.id, { guestsEnabled: '0' })
    await setDeadline(60)
    expect(await service.getSponsor(sponsor.id)).toMatchObject({ guestsEnabled: '0' })
    const changed = (await logEntries()).slice(1).map((entry) => entry.changes)
    expect(changed).toEqual([
      { guestCap: [3, 5] },
      { guestsEnabled: ['1', '2'] },
      { guestsEnabled: ['2', '0'] },
    ])
    expect(() => check(sponsorChange, {})).toThrow('Nema što promijeniti')
    await expect(change(sponsor.id + 1, { name: 'X' })).rejects.toMatchObject({ status: 404 })
  })

  it('refuses outdated expected values, which are compared with the setting of its list', async () => {
    const { id } = await create()
    await setDeadline(-1)
    const seen = JSON.stringify({ guestsEnabled: '1', guestCap: '3' })
    await change(id, { guestsEnabled: '2', guestCap: '4', seen })
    await expect(change(id, { guestsEnabled: '0', guestCap: '5', seen })).rejects.toMatchObject({
      status: 409,
      more: { fields: { guestsEnabled: ['Sada je: 2'], guestCap: ['Sada je: 4'] } },
    })
  })

  it('keeps all guests when its cap is set below their number, and gets no more guests', async () => {
    const { id, slug } = await create()
    for (const name of ['Ana A', 'Iva I']) await createSponsorGuest({ slug, name })
    expect(await change(id, { guestCap: '1' })).toMatchObject({ guestCap: 1, guests: 2 })
    await expect(createSponsorGuest({ slug, name: 'Eva E' })).rejects.toMatchObject({
      status: 409,
      code: 'list_full',
    })
    expect(await getSponsorList(slug)).toMatchObject({ guestCap: 1, count: 2 })
  })

  // Rule 5.4: an admin replaces a slug that has leaked, and the guests stay.
  it('gets a new slug when its link has leaked, and keeps its guests', async () => {
    const { id, slug } = await create()
    await createSponsorGuest({ slug, name: 'Ana A' })
    const renewed = await service.replaceSponsorLink(id, admin)
    expect(renewed).toMatchObject({ id, guests: 1 })
    await expect(getSponsorList(slug)).rejects.toMatchObject({ status: 404 })
    expect(await getSponsorList(renewed.slug)).toMatchObject({ count: 1 })
    const log = JSON.stringify(await logEntries())
    expect(log).toContain('link_replaced')
    expect(log).not.toContain(slug)
    expect(log).not.toContain(renewed.slug)
    await expect(service.replaceSponsorLink(id + 1, admin)).rejects.toMatchObject({ status: 404 })
  })

  it('is deleted with its guests, who cannot be restored to the deleted list', async () => {
    const { id, slug } = await create()
    const guest = await createSponsorGuest({ slug, name: 'Ana Anić' })
    await service.deleteSponsor(id, admin)
    await expect(service.deleteSponsor(id, admin)).rejects.toMatchObject({ status: 404 })
    await expect(getSponsorList(slug)).rejects.toMatchObject({ status: 404 })
    const [row] = await sql`
      select l.label, l.deleted_at as list_deleted_at, g.deleted_at as guest_deleted_at
      from guests g join guest_lists l on l.id = list_id where g.id = ${guest.id}`
    expect(row).toEqual({
      label: 'Žbica',
      list_deleted_at: expect.any(String),
      guest_deleted_at: expect.any(String),
    })
    await expect(
      sql`update guests set deleted_at = null where id = ${guest.id}`,
    ).rejects.toMatchObject({ constraint_name: 'guests_list_id_guest_lists_id_fk' })
    const entries = await logEntries()
    expect(entries.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
      'sponsors created',
      'guests created',
      'sponsors deleted',
      'guests deleted',
    ])
    expect(JSON.stringify(entries)).not.toMatch(/Anić|a@zbica/)
  })

  it('is deleted with 20,000 guests, each of whom has a log entry without a name', {
    tags: ['full'],
  }, async () => {
    const { id } = await create()
    // The set-up runs without the time limit that the product's own statements have.
    await sql.begin(async (tx) => {
      await tx`set local statement_timeout = 0`
      await tx`
        with added as (
          insert into guests (name, surname, list_id, conf_code, bought_at)
          select 'Tajko', 'Tajnić ' || n, (select l.id from guest_lists l where l.sponsor_id = ${id}),
            gen_random_uuid(), now()
          from generate_series(1, 20000) n returning id, name, surname
        )
        insert into activities (entity, entity_id, action, changes)
        select 'guests', id::text, 'created', jsonb_build_object(
          'name', jsonb_build_array(null, name), 'surname', jsonb_build_array(null, surname))
        from added`
    })
    await service.deleteSponsor(id, admin)
    expect((await listSponsors({})).total).toBe(0)
    const [counts] = await sql`
      select count(*) filter (where action = 'deleted' and changes = '{"sponsor": ["Žbica", null]}'
          and user_id = ${admin.id})::int as deleted,
        count(*) filter (where action = 'created'
          and changes = '{"name": [null, "[obrisano]"], "surname": [null, "[obrisano]"]}')::int
          as redacted,
        count(distinct entity_id)::int as guests
      from activities where entity = 'guests'`
    expect(counts).toEqual({ deleted: 20_000, redacted: 20_000, guests: 20_000 })
    const [remaining] = await sql`select count(*)::int as n from guests where deleted_at is null`
    expect(remaining?.n).toBe(0)
  })
})

describe('the list of sponsors', () => {
  const names = async (query: object) => (await listSponsors(query)).rows.map(({ name }) => name)

  // Rule 10.14: a public response about a sponsor has no e-mail, no cap and no slug.
  it('is searched and ordered as in the API, and its public form has no slug, e-mail and cap', async () => {
    const shown = await create()
    await create({ name: 'Kapljica', visible: '0' })
    expect(await names({ ordering: '-order' })).toEqual(['Kapljica', 'Žbica'])
    const visible = { ordering: 'order', search: '1', search_fields: 'visible' }
    expect(await names(visible)).toEqual(['Žbica'])
    expect(await names({ search: shown.slug, search_fields: 'slug' })).toEqual(['Žbica'])
    expect(await names({ search: 'zbic', search_fields: 'name' })).toEqual(['Žbica'])
    await setDeadline(-1)
    expect(await names({ search: '1', search_fields: 'guestsEnabled' })).toEqual([])
    expect(await names({ search: '0', search_fields: 'guestsEnabled' })).toHaveLength(2)
    const { id, name, url, image: imageUrl, order } = shown
    expect(await listPublicSponsors({})).toEqual({
      rows: [{ id, name, url, image: imageUrl, order }],
      total: 1,
    })
  })

  // Rule 5.20: companies show approved places, guests on the list and guests who have arrived.
  it('has counts of approved places, listed guests and arrived guests', async () => {
    const { id, slug } = await create()
    await create({ name: 'Kapljica', guestCap: '0' })
    await runConcurrently(2, (i) => createSponsorGuest({ slug, name: `Gost ${i}` }))
    const [{ id: first } = {}] = await sql`select min(id) as id from guests`
    await addPassages(sql, [first])
    expect(await listSponsorCounts({ search: 'zbica' })).toEqual({
      rows: [
        expect.objectContaining({ id, slug, name: 'Žbica', guestCap: 3, listed: 2, entered: 1 }),
      ],
      total: 1,
    })
    expect((await listSponsorCounts({})).total).toBe(2)
  })

  // Rules 5.21 and 13.10: sponsors have an order, and a failed move shows an error message.
  it('keeps positions 1 to 5 under 20 reorders at once, and a failed reorder shows a message', async () => {
    const sponsors: Sponsor[] = []
    for (let i = 0; i < 5; i++) sponsors.push(await create({ name: `Tvrtka ${i}` }))
    const outcomes = await runConcurrently(20, (i) => {
      const positions = sponsors.map(({ id }, index) => ({ id, order: ((index + i) % 5) + 1 }))
      return service.reorderSponsors(i % 4 ? positions : positions.slice(0, 2), admin).then(
        () => 'moved',
        (error) => error.detail,
      )
    })
    expect(new Set(outcomes)).toEqual(new Set(['moved', 'Promjena poretka sponzora nije uspjela.']))
    expect((await listSponsors({})).rows.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5])
  })
})
