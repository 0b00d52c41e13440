import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { FIRST_STEPS, SALES_STATES } from '@/lib/festival/rules'
import { festivalChange } from '@/lib/festival/schema'
import { changeEdition, readEdition } from '@/lib/festival/service'
import { changeNight, readNight } from '@/lib/night/settings'
import { readFirstRun } from '@/lib/reports/first-run'
import { missingKeys } from '@/lib/translations/rules'
import { staff } from '../support/factories'

const sql = getSql()
const change = async (body: object) => changeEdition(festivalChange.parse(body), await staff(1))
const productList = async () => {
  const [row] = await sql`select name from guest_lists where role = 'product'`
  return row?.name
}

const EDITION = {
  name: 'Brucošijada',
  year: 2025,
  ordinal: 42,
  opens_at: null,
  closes_at: null,
  erased_at: null,
  retention_days: 60,
  ticket_shop_url: '',
  ticket_widget_src: '',
}
beforeEach(async () => {
  await sql`update editions set ${sql(EDITION)}`
  await sql`update guest_lists set name = 'Brucošijada' where role = 'product'`
  await sql`delete from activities`
})

// Rule 8.1: an admin changes the settings of the edition.
it('a change of edition settings normalizes the input, keeps other fields, and is logged', async () => {
  const before = await readEdition()
  const after = await change({
    year: ' 2026 ',
    number: '043',
    lat: '45,3271',
    lng: 14.4422,
    contactEmail: ' pitaj@primjer.hr ',
    salesState: 'last',
    nightPhone: ' 091\u00a0123–4567 ',
    ticketShopUrl: 'https://trgovina.primjer.hr/noc',
    ticketWidgetSrc: 'https://trgovina.primjer.hr/dodatak.js',
    ticketWidgetData: 'lang=hr, event-id=a=b&c',
  })
  expect(after).toEqual({
    ...before,
    year: 2026,
    number: 43,
    lat: 45.3271,
    lng: 14.4422,
    contactEmail: 'pitaj@primjer.hr',
    salesState: 'last',
    nightPhone: '091 123-4567',
    ticketShopUrl: 'https://trgovina.primjer.hr/noc',
    ticketWidgetSrc: 'https://trgovina.primjer.hr/dodatak.js',
    ticketWidgetData: 'lang=hr, event-id=a=b&c',
  })
  expect(await readEdition()).toEqual(after)
  const [activity] = await sql`select entity, changes from activities`
  expect(activity?.entity).toBe('festival')
  expect(activity?.changes.year).toEqual([2025, 2026])
  expect(Object.keys(activity?.changes)).not.toContain('name')
})

// Rule 8.5: the opening and closing times of the night are both set or both empty.
it('the opening and closing times of the edition are those of the night, both set or both empty', async () => {
  const times = { opensAt: '2096-11-21T21:00:00+01:00', closesAt: '2096-11-22T04:00:00Z' }
  await change(times)
  expect(await readNight()).toMatchObject({
    opensAt: '2096-11-21T20:00:00.000Z',
    closesAt: '2096-11-22T04:00:00.000Z',
  })
  await expect(change({ opensAt: '' })).rejects.toMatchObject({
    code: 'invalid',
    more: { fields: { opensAt: [expect.any(String)] } },
  })
  await change({ opensAt: '', closesAt: '' })
  expect(await readNight()).toMatchObject({ opensAt: null, closesAt: null })
})

// Rule 8.18: a wrong year must not erase the personal data.
it('refuses a change after which the personal data would be erased at once', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const [opensAt, closesAt] = [daysAgo(61.2), daysAgo(61)]
  const refusal = (field: string) => ({
    code: 'invalid',
    more: { fields: { [field]: [expect.stringContaining('Kraj festivala')] } },
  })
  await expect(change({ opensAt, closesAt })).rejects.toMatchObject(refusal('closesAt'))
  await expect(changeNight({ opensAt, closesAt }, await staff(1))).rejects.toMatchObject(
    refusal('closesAt'),
  )
  // A night in the past is accepted while its erasure is in the future.
  await change({ opensAt: daysAgo(20.2), closesAt: daysAgo(20) })
  await expect(change({ retentionDays: 19 })).rejects.toMatchObject(refusal('retentionDays'))
  await change({ retentionDays: 21 })
  // If the data are erased already, or will be erased anyway, the change erases nothing more.
  await sql`update editions set erased_at = now()`
  await change({ opensAt, closesAt, retentionDays: 60 })
  await sql`update editions set erased_at = null`
  await changeNight({ opensAt: daysAgo(62.2), closesAt: daysAgo(62) }, await staff(1))
})

it('refuses a ticket widget without a ticket shop, also when only the shop is removed', async () => {
  const shop = 'https://trgovina.primjer.hr'
  const refusal = { code: 'invalid', more: { fields: { ticketShopUrl: [expect.any(String)] } } }
  await expect(change({ ticketWidgetSrc: `${shop}/dodatak.js` })).rejects.toMatchObject(refusal)
  await change({ ticketShopUrl: shop, ticketWidgetSrc: `${shop}/dodatak.js` })
  await expect(change({ ticketShopUrl: '' })).rejects.toMatchObject(refusal)
  await change({ ticketShopUrl: '', ticketWidgetSrc: '' })
})

it.each([
  { name: '  ' },
  { year: 1999 },
  { year: '20255' },
  { number: 0 },
  { lat: 85.01 },
  { lat: '85,5' },
  { lng: -180.5 },
  { lng: 'istok' },
  { contactEmail: 'pitaj' },
  { instagramUrl: 'javascript:alert(1)' },
  { ticketWidgetData: 'On Click=x' },
  { retentionDays: 0 },
  { ticketPriceEUR: 1000.01 },
  { ticketPriceEUR: 10.505 },
  { ticketPriceEUR: '10,505' },
  { ticketPriceEUR: 'deset' },
  { ticketPriceEUR: '-1' },
  { retentionDays: '3651' },
  { salesState: 'prodano' },
  { salesState: '' },
  { nightPhone: 'zovi' },
  { nightPhone: '12' },
  { nightPhone: `+${'1'.repeat(40)}` },
  {},
])('refuses the edition settings %o', (body) =>
  expect(festivalChange.safeParse(body).success).toBe(false),
)

it.each([
  { lat: -85, lng: 180 },
  { lat: '84,999', lng: '-179.5' },
  { retentionDays: '3650' },
  ...SALES_STATES.map((salesState) => ({ salesState })),
  { nightPhone: '' },
  { nightPhone: '112' },
  { nightPhone: '(01) 481 / 9999' },
  { nightPhone: '+385 91 123 4567' },
])('accepts the edition settings %o, also in the database', async (body) => {
  const before = await readEdition()
  await change(body)
  const { lat, lng, retentionDays, salesState, nightPhone } = before
  await change({ lat, lng, retentionDays, salesState, nightPhone })
})

it.each([
  ['10', 10, 1000],
  ['10,00', 10, 1000],
  [' 10.50 ', 10.5, 1050],
  [8.29, 8.29, 829],
  [0, 0, 0],
  ['1000', 1000, 100_000],
  ['', null, null],
  [null, null, null],
])('stores the price %j of a ticket in cents', async (input, euros, cents) => {
  expect((await change({ ticketPriceEUR: input })).ticketPriceEUR).toBe(euros)
  const [row] = await sql`select ticket_price_cents from editions where ended_at is null`
  expect(row?.ticket_price_cents).toBe(cents)
})

// Rule 8.4: the tag of the festival's members has the name of the festival, and is renamed with it.
it('renames the guest list of the festival with the festival while both have the same name', async () => {
  await change({ name: 'Noć Šumara' })
  expect(await productList()).toBe('Noć Šumara')
  expect(await sql`select entity from activities order by entity`).toMatchObject([
    { entity: 'festival' },
    { entity: 'tags' },
  ])
  await sql`update guest_lists set name = 'Članovi' where role = 'product'`
  await change({ name: 'Brucošijada' })
  expect(await productList()).toBe('Članovi')
})

it('does not rename the guest list of the festival if another list has the new name', async () => {
  await sql`insert into guest_lists (name) values ('Noc sumara')`
  await change({ name: 'Noć Šumara' })
  expect((await readEdition()).name).toBe('Noć Šumara')
  expect(await productList()).toBe('Brucošijada')
  await sql`delete from guest_lists where name = 'Noc sumara'`
})

it('refuses the second of two changes to the same field, but not changes to different fields', async () => {
  const both = await Promise.allSettled(
    [2026, 2027].map((year) => change({ year, seen: { year: 2025 } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await change({ number: 50, seen: { number: 42 } })
  await change({ contactEmail: '', seen: { contactEmail: (await readEdition()).contactEmail } })
})

it('changes the current edition only, and no ended edition', async () => {
  await sql`insert into editions (name, year, ordinal, lng, lat, ended_at)
    values ('Prošla', 2024, 41, 16, 45, now())`
  await change({ name: 'Nova' })
  expect(await sql`select name from editions order by year`).toMatchObject([
    { name: 'Prošla' },
    { name: 'Nova' },
  ])
  await sql`delete from editions where ended_at is not null`
})

// Rule 8.13: the home of an admin lists what the festival still needs.
it('lists the steps that are missing before visitors can come, and drops each finished step', async () => {
  const missing = async () =>
    (await readFirstRun()).filter(({ isDone }) => !isDone).map(({ step }) => step)
  await change({ contactEmail: '' })
  expect(await missing()).toEqual([...FIRST_STEPS])
  await change({
    contactEmail: 'pitaj@primjer.hr',
    opensAt: '2096-11-21T20:00:00Z',
    closesAt: '2096-11-22T04:00:00Z',
  })
  for (const key of missingKeys({}).raw)
    await sql`insert into translations (key, value) values (${key}, 'Tekst')`
  await sql`with stage as (insert into stages (name, "order") values ('Velika', 1) returning id)
    insert into sets (stage_id, title, starts_at, ends_at)
    select id, 'Otvaranje', now(), now() + interval '1 hour' from stage`
  await sql`insert into price_items (category, name, "order", price_eur, volume_litres)
    values ('SOK', 'Voda', 1, 1, 0.5)`
  expect(await missing()).toEqual(['consent', 'mail', 'second-admin', 'opening'])
  await sql`insert into artworks (slot, document, file_name) values ('consent', 'x', 'privola.pdf')`
  await sql`insert into users (name, email, privilege) values ('Druga', 'druga@primjer.hr', 1)`
  await sql`update visibility_flags set visible = true where name = 'COMINGSOON_VISIBILITY'`
  expect(await missing()).toEqual(['mail'])
})
