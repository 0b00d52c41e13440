import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { computeCrowdLevel } from '@/lib/night/crowd-level'
import { siteEndpoints } from '@/lib/site/endpoints'
import { makeGuest } from '../support/factories'

const sql = getSql()
const HOUR = 3_600_000

interface NightSettings {
  capacity: number | null
  isPublic: boolean
  opens: number
  closes: number
}

const FESTIVAL: NightSettings = { capacity: 20, isPublic: true, opens: -HOUR, closes: 5 * HOUR }

/** Stores the settings of the night, with opening and closing times relative to now. */
async function setNight(night: Partial<NightSettings> = {}) {
  const { capacity, isPublic, opens, closes } = { ...FESTIVAL, ...night }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await sql`update night set capacity = ${capacity}, show_crowd_level = ${isPublic}`
  await sql`update editions set opens_at = ${at(opens)}, closes_at = ${at(closes)}`
}

/** Admits `count` new guests at a gate. */
async function admitGuests(count: number, gate = 'Ulaz') {
  for (let i = 0; i < count; i++) {
    const { id } = await makeGuest({
      bought_at: new Date().toISOString(),
      conf_code: crypto.randomUUID(),
    })
    await sql`insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
      select passage_id(now()), ${id}, id, 'in', 'admitted', 'server', now() from gates where name = ${gate}`
  }
}

beforeEach(async () => {
  await sql`delete from guests`
  await sql`delete from gates where id <> (select min(id) from gates)`
})

// Rule 1.20: the site says in words how full the venue is.
it('shows visitors a crowd level by the share of the capacity', async () => {
  await setNight()
  const levels: unknown[] = []
  for (const count of [13, 1, 5, 1]) {
    await admitGuests(count)
    levels.push((await computeCrowdLevel()).level)
  }
  expect(levels).toEqual(['room', 'filling', 'nearly_full', 'full'])
  expect(await computeCrowdLevel()).toEqual({
    level: 'full',
    gates: [{ name: 'Ulaz', wait: 'none' }],
  })
})

it('lists each gate in use by name, full gates included', async () => {
  await setNight({ capacity: 200 })
  expect((await computeCrowdLevel()).gates).toEqual([])
  await sql`insert into gates (name, capacity) values ('Sjever', 2), ('Zatvoren', null)`
  await admitGuests(1)
  await admitGuests(2, 'Sjever')
  expect((await computeCrowdLevel()).gates).toEqual([
    { name: 'Ulaz', wait: 'none' },
    { name: 'Sjever', wait: 'full' },
  ])
})

// Rule 6.30: a single gate is never named.
it('does not name a single gate', async () => {
  await setNight()
  await admitGuests(1)
  const gateNames = async () => (await computeCrowdLevel()).gates.map(({ name }) => name)
  await sql`update gates set name = 'Glavni'`
  try {
    expect(await gateNames()).toEqual(['Ulaz'])
    await sql`insert into gates (name) values ('Sjever')`
    expect(await gateNames()).toEqual(['Glavni'])
  } finally {
    await sql`update gates set name = 'Ulaz' where name = 'Glavni'`
  }
})

it.each([
  ['while no admin has turned it on', { isPublic: false }],
  ['without a capacity', { capacity: null }],
  ['long before the opening time', { opens: 2 * HOUR }],
  ['after the night', { opens: -3 * HOUR, closes: -1000 }],
])('shows visitors no crowd level %s', async (_, night) => {
  await admitGuests(15)
  await setNight(night)
  expect(await computeCrowdLevel()).toEqual({ level: null, gates: [] })
})

it('returns the crowd level without a sign-in, from a count cached for ten seconds', async () => {
  await setNight()
  await admitGuests(1)
  const request = () =>
    siteEndpoints['public/fullness'].GET(new Request('http://localhost/api/public/fullness/'), {
      params: Promise.resolve({}),
    })
  const responses = await Promise.all(Array.from({ length: 20 }, request))
  for (const response of responses)
    expect(response.headers.get('cache-control')).toBe('public, max-age=10')
  const [first] = await Promise.all(responses.map((response) => response.json()))
  expect(first).toEqual({ level: 'room', gates: [{ name: 'Ulaz', wait: 'none' }] })
  await admitGuests(20)
  expect(await (await request()).json()).toEqual(first)
})
