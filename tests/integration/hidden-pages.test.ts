import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { bearerTokens, openSession } from '@/lib/auth/sessions'
import { crudEntityEndpoints } from '@/lib/endpoints/crud'
import { gameEndpoints } from '@/lib/leaderboard/endpoints'
import { programmeEndpoints } from '@/lib/programme/endpoints'
import { siteEndpoints } from '@/lib/site/endpoints'
import { staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const leaderboard = gameEndpoints.gameLeaderboard
const lineup = siteEndpoints['public/lineup']
const sponsors = siteEndpoints['public/sponsors']

const sql = getSql()

const {
  cjenik: priceList,
  'cjenik/[id]': priceItem,
  translations: texts,
  'translations/[id]': text,
} = crudEntityEndpoints

type Handler = (request: Request, context: never) => Promise<Response>

const sendRequest = (GET: unknown, query = '', headers: HeadersInit = {}, params = {}) =>
  (GET as Handler)(new Request(`http://x/api/${query}`, { headers }), {
    params: Promise.resolve(params),
  } as never)

const rowsOf = async (GET: unknown, query = '', headers: HeadersInit = {}) => {
  const response = await sendRequest(GET, query, headers)
  expect(response.status).toBe(200)
  const rows = await response.json()
  expect(Number(response.headers.get('x-total-count'))).toBe(rows.length)
  return rows
}

async function bearerOf(privilege: number): Promise<HeadersInit> {
  const { id } = await staff(privilege)
  const { access } = await bearerTokens(await openSession(id, new Headers()))
  return { authorization: `Bearer ${access}` }
}

const setVisible = (name: string, visible: boolean) =>
  sql`update visibility_flags set visible = ${visible} where name = ${name}`

beforeEach(async () => {
  await sql`update visibility_flags set visible = true where visible is not null`
})

const LISTS = [
  ['LINEUP_VISIBILITY', lineup.GET],
  ['SPONSORS_VISIBILITY', sponsors.GET],
  ['CJENIK_VISIBILITY', priceList.GET],
] as const

// Rule 1.10: data of a hidden page are hidden in the API too, except from staff who edit them.
it.each(LISTS)('%s at 0 hides the list in the API too, except from editors', async (flag, GET) => {
  const { imageHash } = await makeSponsor()
  await sql`insert into lineup_items (name, slug, image_hash, "order")
    values ('Hladno', gen_random_uuid()::text, ${imageHash},
      (select coalesce(max("order"), 0) + 1 from lineup_items))`
  await sql`insert into price_items (name, category, "order", price_eur, volume_litres)
    select 'Sok', enum_first(null::price_category), coalesce(max("order"), 0) + 1, 2, 0.3
    from price_items where category = enum_first(null::price_category)`
  const [admin, desk] = await Promise.all([bearerOf(1), bearerOf(3)])
  const all = await rowsOf(GET)
  expect(all.length).toBeGreaterThan(0)
  for (const name of [flag, 'COMINGSOON_VISIBILITY']) {
    await setVisible(name, false)
    expect(await rowsOf(GET)).toEqual([])
    expect(await rowsOf(GET, '', desk)).toEqual([])
    expect(await rowsOf(GET, '', admin)).toEqual(all)
    expect((await sendRequest(GET, '?ordering=nema')).status).toBe(400)
    await setVisible(name, true)
  }
  expect(await rowsOf(GET)).toEqual(all)
})

it('the game’s leaderboard is hidden with the game, but not from editors', async () => {
  await sql`insert into leaderboard_entries (name, email, score, verified)
    values ('Kondukter', 'kondukter@primjer.hr', 10, true) on conflict do nothing`
  const all = await rowsOf(leaderboard.GET)
  expect(all.length).toBeGreaterThan(0)
  await setVisible('IGRICA_VISIBILITY', false)
  expect(await rowsOf(leaderboard.GET)).toEqual([])
  expect((await sendRequest(leaderboard.GET, '?ordering=nema')).status).toBe(400)
  expect((await rowsOf(leaderboard.GET, '', await bearerOf(1))).length).toBe(all.length)
})

it('an invalid token gets status 401 on a hidden list, so that the client can renew it', async () => {
  await setVisible('LINEUP_VISIBILITY', false)
  const headers = { authorization: 'Bearer nema.takvog.tokena' }
  expect((await sendRequest(lineup.GET, '', headers)).status).toBe(401)
})

it('the API hides the texts of hidden pages from all but editors, and no other texts', async () => {
  await sql`delete from translations`
  const otherKeys = ['kontakt.text1', 'pitanja.text1', 'pravila.text1', 'pristupacnost.put']
  const keys = ['cjenik.lead', 'home.lead', ...otherKeys, 'uvjeti.text1']
  for (const key of keys) await sql`insert into translations (key, value) values (${key}, 'A')`
  const visibleKeys = async (headers: HeadersInit = {}) =>
    (await rowsOf(texts.GET, '?ordering=key', headers)).map((row: { key: string }) => row.key)
  expect(await visibleKeys()).toEqual(keys)
  await setVisible('CJENIK_VISIBILITY', false)
  await setVisible('IGRICA_VISIBILITY', false)
  expect(await visibleKeys()).toEqual(['home.lead', ...otherKeys])
  expect(await visibleKeys(await bearerOf(1))).toEqual(keys)
  const [{ id } = {}] = await sql`select id from translations where key = 'cjenik.lead'`
  expect((await sendRequest(text.GET, '', {}, { id })).status).toBe(404)
  expect((await sendRequest(text.GET, '', await bearerOf(1), { id })).status).toBe(200)
  await setVisible('COMINGSOON_VISIBILITY', false)
  expect(await visibleKeys()).toEqual(['home.lead'])
})

it('the API hides a single item of a hidden price list, except from editors', async () => {
  const [{ id } = {}] = await sql`select id from price_items limit 1`
  expect((await sendRequest(priceItem.GET, '', {}, { id })).status).toBe(200)
  await setVisible('CJENIK_VISIBILITY', false)
  expect((await sendRequest(priceItem.GET, '', {}, { id })).status).toBe(404)
  expect((await sendRequest(priceItem.GET, '', await bearerOf(1), { id })).status).toBe(200)
})

// Rules 1.9 and 1.10: no cache shows a calendar that has changed, or that only editors may see.
it('caches revalidate a calendar, and never store the calendar of a hidden schedule', async () => {
  await sql`update editions set opens_at = null, closes_at = null where ended_at is null`
  const calendar = programmeEndpoints['programme/calendar.ics']
  const admin = await bearerOf(1)
  const statusAndCache = async (headers: HeadersInit = {}) => {
    const response = await sendRequest(calendar.GET, '', headers)
    return [response.status, response.headers.get('cache-control')]
  }
  const SHARED = [200, 'public, max-age=0, must-revalidate']
  expect([await statusAndCache(), await statusAndCache(admin)]).toEqual([SHARED, SHARED])
  await setVisible('SATNICA_VISIBILITY', false)
  expect(await statusAndCache()).toEqual([404, 'no-store'])
  expect(await statusAndCache(admin)).toEqual([200, 'private, no-store'])
})
