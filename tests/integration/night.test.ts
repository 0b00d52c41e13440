import { beforeEach, expect, it } from 'vitest'
import { getDb, getSql } from '@/db/pool'
import { readOccupancy } from '@/db/queries/night'
import { decideAndRecord } from '@/db/queries/passages'
import { findActivities } from '@/lib/activities/record'
import { newPassageId } from '@/lib/admission/rules'
import { nightChange } from '@/lib/night/schema'
import { changeNight, readNight } from '@/lib/night/settings'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

const sql = getSql()
const admin = await staff(1)
const change = (fields: object) => changeNight(nightChange.parse(fields), admin)

beforeEach(async () => {
  await empty(sql, 'guests', 'activities')
  await sql`delete from gates where id <> (select min(id) from gates)`
  await sql`update gates set capacity = null`
  await sql`update night set capacity = null, show_crowd_level = false`
  await sql`update editions set opens_at = null, closes_at = null`
})

it('night settings change field by field and are logged, and outdated changes are refused', async () => {
  const times = { opensAt: '2096-11-21T21:00:00+01:00', closesAt: '2096-11-22T04:00:00Z' }
  const night = await change({ ...times, capacity: '1200', fullness: true })
  expect(night).toEqual({
    capacity: 1200,
    opensAt: '2096-11-21T20:00:00.000Z',
    closesAt: '2096-11-22T04:00:00.000Z',
    fullness: true,
  })
  expect(await readNight()).toEqual(night)
  await change({ capacity: 1200, seen: { capacity: 1200 } })
  const outcomes = await runConcurrently(5, (i) =>
    change({ capacity: 1300 + i, seen: { capacity: 1200 } }).catch((error) => error.code),
  )
  expect(outcomes.filter((outcome) => outcome === 'changed_meanwhile')).toHaveLength(4)
  await change({ opensAt: '', closesAt: null })
  expect(await readNight()).toMatchObject({ opensAt: null, closesAt: null, fullness: true })
  const { rows } = await findActivities({ entity: 'night' })
  expect(rows.map(({ changes }) => Object.keys(changes ?? {}).sort())).toEqual([
    ['closesAt', 'opensAt'],
    ['capacity'],
    ['capacity', 'closesAt', 'fullness', 'opensAt'],
  ])
})

it.each([
  [{ opensAt: '2096-11-21T20:00:00Z' }, 'closesAt'],
  [{ opensAt: '2096-11-21T20:00:00Z', closesAt: '2096-11-21T20:00:00Z' }, 'closesAt'],
  [{ opensAt: '2096-11-21T20:00:00Z', closesAt: '2096-11-23T08:00:01Z' }, 'closesAt'],
])('impossible times are refused with an error at the field: %j', async (times, field) => {
  await expect(change(times)).rejects.toMatchObject({
    code: 'invalid',
    more: { fields: { [field]: [expect.any(String)] } },
  })
  expect(await readNight()).toMatchObject({ opensAt: null, closesAt: null })
})

it('the occupancy covers the venue and each gate with a capacity, and follows the passages', async () => {
  const [first] = await sql`select min(id) as id from gates`
  const [second] = await sql`insert into gates (name) values ('Sjever') returning id`
  const gates = [first?.id, second?.id] as [number, number]
  const guests = await Promise.all([1, 2, 3, 4].map(() => makeGuest({})))
  const recordPassage = (guest: number, direction: 'in' | 'out', gate?: number) =>
    decideAndRecord(getDb(), {
      id: newPassageId(),
      who: { id: guests[guest]?.id as number },
      direction,
      despite: { ban: false, noTicket: true },
      by: { userId: null, gateId: gates[gate ?? 0] },
    })
  await recordPassage(0, 'in', 0)
  await recordPassage(1, 'in', 1)
  await recordPassage(2, 'in', 1)
  await recordPassage(2, 'out', 0)
  await recordPassage(3, 'in', 0)
  await recordPassage(3, 'out', 1)
  await recordPassage(3, 'in', 1)
  expect(await readOccupancy(getDb())).toEqual({ inside: 3, capacity: null, gates: [] })
  await change({ capacity: 3 })
  await sql`update gates set capacity = id * 100`
  const occupancy = (inside: number, ...insideByGate: number[]) => ({
    inside,
    capacity: 3,
    gates: gates.map((id, i) => ({ id, inside: insideByGate[i], capacity: id * 100 })),
  })
  expect(await readOccupancy(getDb())).toEqual(occupancy(3, 1, 2))
  // An offline phone admitted the same guest at the other gate; the last admission counts.
  await sql`insert into passages (id, guest_id, gate_id, direction, verdict, decided, at)
    select ${newPassageId()}, ${guests[0]?.id as number}, ${gates[1]}, 'in', 'admitted', 'alone', clock_timestamp()`
  expect(await readOccupancy(getDb())).toEqual(occupancy(3, 0, 3))
  await sql`update guests set deleted_at = now() where id = ${guests[0]?.id as number}`
  expect(await readOccupancy(getDb())).toEqual(occupancy(2, 0, 2))
})
