import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { computeCrowdLevel } from '@/lib/night/crowd-level'
import { siteEndpoints } from '@/lib/site/endpoints'
import { makeGuest } from '../support/factories'

const sql = getSql()
const HOUR = 3_600_000

interface Agreed {
  capacity: number | null
  fullness: boolean
  opens: number
  closes: number
}

const FESTIVAL: Agreed = { capacity: 20, fullness: true, opens: -HOUR, closes: 5 * HOUR }

/** Stores the settings of the night, with opening and closing times relative to now. */
async function agree(night: Partial<Agreed> = {}) {
  const { capacity, fullness, opens, closes } = { ...FESTIVAL, ...night }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await sql`update night set capacity = ${capacity}, show_crowd_level = ${fullness}`
  await sql`update editions set opens_at = ${at(opens)}, closes_at = ${at(closes)}`
}

/** Admits `count` new guests at a gate. */
async function letIn(count: number, gate = 'Ulaz') {
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
  await agree()
  const told: unknown[] = []
  for (const more of [13, 1, 5, 1]) {
    await letIn(more)
    told.push((await computeCrowdLevel()).level)
  }
  expect(told).toEqual(['room', 'filling', 'nearly_full', 'full'])
  expect(await computeCrowdLevel()).toEqual({
    level: 'full',
    gates: [{ name: 'Ulaz', wait: 'none' }],
  })
})

it('lists each gate in use by name, full gates included', async () => {
  await agree({ capacity: 200 })
  expect((await computeCrowdLevel()).gates).toEqual([])
  await sql`insert into gates (name, capacity) values ('Sjever', 2), ('Zatvoren', null)`
  await letIn(1)
  await letIn(2, 'Sjever')
  expect((await computeCrowdLevel()).gates).toEqual([
    { name: 'Ulaz', wait: 'none' },
    { name: 'Sjever', wait: 'full' },
  ])
})

it.each([
  ['where the office has not chosen to', { fullness: false }],
  ['where nobody counts', { capacity: null }],
  ['long before doors', { opens: 2 * HOUR }],
  ['after the night', { opens: -3 * HOUR, closes: -1000 }],
])('shows visitors no crowd level %s', async (_, night) => {
  await letIn(15)
  await agree(night)
  expect(await computeCrowdLevel()).toEqual({ level: null, gates: [] })
})

it('returns the crowd level without a sign-in, from a count cached for ten seconds', async () => {
  await agree()
  await letIn(1)
  const ask = () =>
    siteEndpoints['public/fullness'].GET(new Request('http://localhost/api/public/fullness/'), {
      params: Promise.resolve({}),
    })
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  for (const answer of answers)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=10')
  const [first] = await Promise.all(answers.map((answer) => answer.json()))
  expect(first).toEqual({ level: 'room', gates: [{ name: 'Ulaz', wait: 'none' }] })
  await letIn(20)
  expect(await (await ask()).json()).toEqual(first)
})
