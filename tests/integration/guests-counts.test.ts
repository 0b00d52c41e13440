import { beforeAll, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { countGuests, findGuests } from '@/lib/guests/guest-queries'
import { guestListQuery } from '@/lib/guests/schema'
import { check } from '@/lib/http/request'
import { makeGuest, staff } from '../support/factories'
import { makeSponsor } from '../support/programme'

const sql = getSql()
const admin = await staff(1)
const listNames = async (query: object) =>
  (await findGuests(check(guestListQuery, query), admin)).rows.map(({ name }) => name)

let sponsorId = 0

beforeAll(async () => {
  const ticket = (n: number) => ({
    conf_code: `00000000-0000-1000-8000-00000000000${n}`,
    bought_at: '2026-09-01T10:00:00Z',
  })
  await makeGuest({
    name: 'Ana',
    surname: 'Anić',
    ...ticket(1),
    entered_at: '2026-09-02T20:00:00Z',
  })
  await makeGuest({ name: 'Ante', surname: 'Matić', ...ticket(2) })
  await makeGuest({
    name: 'Željko',
    surname: 'Čulo',
    jmbag: null,
    tag: 'VIP',
    email: 'ana@primjer.hr',
  })
  await makeGuest({ name: '', surname: '' })
  const deleted = await makeGuest({ name: 'Ana', surname: 'Obrisana' })
  await sql`update guests set deleted_at = now() where id = ${deleted.id}`
  const sponsor = await makeSponsor({ name: 'Zec' })
  sponsorId = sponsor.id
  await sql`insert into guests (name, list_id)
    select 'Mara', id from guest_lists where sponsor_id = ${sponsorId}`
})

it('counts the guests of every list by ticket and presence, within the search', async () => {
  const count = async (query: object) =>
    Object.fromEntries(
      (await countGuests(query)).lists.map(({ tag, sponsorId: id, cells }) => [
        id === null ? tag : id,
        cells.map(({ bought, entered, count: n }) => `${bought}${entered}:${n}`).sort(),
      ]),
    )
  expect(await count({})).toEqual({
    Brucoši: ['00:1', '10:1', '11:1'],
    Brucošijada: [],
    VIP: ['00:1'],
    [sponsorId]: ['00:1'],
  })
  expect(await count({ search: 'ana', search_fields: 'name,surname,jmbag,email' })).toEqual({
    Brucoši: ['11:1'],
    Brucošijada: [],
    VIP: ['00:1'],
    [sponsorId]: [],
  })
  expect((await countGuests({})).lists.filter(({ isBrucosi }) => isBrucosi)).toHaveLength(1)
})

it('filters guests by the id of a sponsor, without the slug', async () => {
  expect(await listNames({ sponsor: sponsorId })).toEqual(['Mara'])
  expect(await listNames({ sponsor: sponsorId, bought: '1' })).toEqual([])
  expect(await listNames({ sponsor: 999_999 })).toEqual([])
})

it('orders guests by name, with unnamed guests last in both directions', async () => {
  expect(await listNames({ ordering: 'name' })).toEqual(['Ana', 'Ante', 'Mara', 'Željko', ''])
  expect(await listNames({ ordering: 'surname' })).toEqual(['Mara', 'Ana', 'Željko', 'Ante', ''])
  expect(await listNames({ ordering: '-name' })).toEqual(['Željko', 'Mara', 'Ante', 'Ana', ''])
})
