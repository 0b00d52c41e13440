import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { connectPool, getDb, getSql } from '@/db/pool'
import { readOccupancy } from '@/db/queries/night'
import { decideAndRecord, type ScanCommand } from '@/db/queries/passages'
import { type OfflinePassage, recordPassages } from '@/db/queries/passages-batch'
import { readLogPosition } from '@/db/queries/roster'
import { hasCapacityLimit } from '@/lib/admission/occupancy'
import { decide, liftedBy, newPassageId, OVERRIDES, type Override } from '@/lib/admission/rules'
import { collectInvalidations } from '@/lib/cache/invalidate'
import { changeGate } from '@/lib/gate/board'
import { gateEndpoints } from '@/lib/gate/endpoints'
import { cursorOf } from '@/lib/gate/roster'
import { admitGuest } from '@/lib/guests/admit-guest'
import { changeGuest } from '@/lib/guests/change-guest'
import { createGuest } from '@/lib/guests/create-delete-restore'
import { guestChange, newGuestBody } from '@/lib/guests/schema'
import { nightChange } from '@/lib/night/schema'
import { changeNight } from '@/lib/night/settings'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import {
  call,
  offlinePassage,
  pairPhone,
  registerStaffPhone,
  type TestDevice,
} from '../support/gate'
import fc, { costlyRuns } from '../support/property'
import { countFewest } from '../support/statements'

const sql = getSql()
const admin = await staff(1)
const phone = await pairPhone()
const adminsPhone = await registerStaffPhone(1, admin.id)
const other = connectPool(process.env.DATABASE_URL as string, 10)
afterAll(() => other.end())

/**
 * Sets the capacity as a request by an admin does, so that cached settings are invalidated.
 */
const setCapacity = (capacity: number | null) =>
  collectInvalidations(() => changeNight(nightChange.parse({ capacity }), admin))
const setGateCapacity = (id: number, capacity: number | null) =>
  collectInvalidations(() => changeGate(id, { capacity }, admin))

beforeEach(async () => {
  await empty(sql, 'guests', 'activities')
  await setCapacity(null)
  for (const { id } of await sql`select id from gates where deleted_at is null`)
    await setGateCapacity(id, null)
})

const TICKET = { bought_at: '2025-09-01T10:00:00Z' }
const codeOf = (i: number) => `11111111-1111-1111-8111-${String(i).padStart(12, '0')}`
const makeGuests = (count: number, from = 0) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => makeGuest({ ...TICKET, conf_code: codeOf(from + i) })),
  )
const gateId = async () => (await sql`select min(id) as id from gates`)[0]?.id as number

const recordScan = (
  id: number,
  direction: 'in' | 'out' = 'in',
  more: Partial<ScanCommand> = {},
  db = getDb(),
) =>
  decideAndRecord(db, {
    id: newPassageId(),
    who: { id },
    direction,
    isLimited: true,
    despite: { ban: false, noTicket: false },
    by: { userId: null },
    ...more,
  })

const scan = async (body: object, { headers }: TestDevice = phone) =>
  call(gateEndpoints['gate/scan'].POST, 'POST', {
    headers,
    body: { id: newPassageId(), direction: 'in', ...body },
  })
const verdict = async (body: object, device?: TestDevice) =>
  (await (await scan(body, device)).json()).verdict

const inside = async () => (await readOccupancy(getDb())).inside

describe('a venue with a capacity', () => {
  // Rule 6.22: no admission by the server exceeds the capacity, also under concurrent requests.
  it('admits exactly its capacity of fifty concurrent scans on two instances, and more after exits', async () => {
    await setCapacity(10)
    const guests = await makeGuests(50)
    const scanAll = () =>
      Promise.all(guests.map(({ id }, i) => recordScan(id, 'in', {}, i % 2 ? other.db : getDb())))
    const verdicts = (await scanAll()).map((passage) => passage?.verdict)
    expect(verdicts.filter((value) => value === 'admitted')).toHaveLength(10)
    expect(verdicts.filter((value) => value === 'full')).toHaveLength(40)
    expect(await inside()).toBe(10)
    const insiders = guests.filter((_, i) => verdicts[i] === 'admitted').slice(0, 3)
    await Promise.all([...insiders.map(({ id }) => recordScan(id, 'out')), scanAll()])
    await scanAll()
    expect(await inside()).toBe(10)
    expect(
      (await sql`select count(*)::int as n from passages where verdict = 'full'`)[0]?.n,
    ).toBeGreaterThan(40)
  })

  it('counts guests for the gate of their last admission', async () => {
    const [north] = await sql`insert into gates (name) values ('Sjever') returning id`
    const gates = [await gateId(), north?.id as number] as const
    await setGateCapacity(gates[1], 5)
    const guests = await makeGuests(40)
    const by = (i: 0 | 1) => ({ by: { userId: null, gateId: gates[i] } })
    const scanGuests = (i: 0 | 1, from: number, to: number) =>
      Promise.all(
        guests
          .slice(from, to)
          .map(({ id }, n) => recordScan(id, 'in', by(i), n % 2 ? other.db : getDb())),
      )
    const north20 = await scanGuests(1, 0, 20)
    expect(north20.filter((passage) => passage?.verdict === 'admitted')).toHaveLength(5)
    const south = await scanGuests(0, 20, 40)
    expect(new Set(south.map((passage) => passage?.verdict))).toEqual(new Set(['admitted']))
    const first = guests[north20.findIndex((passage) => passage?.verdict === 'admitted')]
    await recordScan(first?.id as number, 'out', by(0))
    expect((await recordScan(first?.id as number, 'in', by(0)))?.verdict).toBe('admitted')
    expect((await scanGuests(1, 0, 20)).filter((p) => p?.verdict === 'admitted')).toHaveLength(1)
    expect(await readOccupancy(getDb())).toEqual({
      inside: 26,
      capacity: null,
      gates: [{ id: gates[1], inside: 5, capacity: 5 }],
    })
    await sql`update gates set deleted_at = now() where id = ${gates[1]}`
  })

  it('gets the same verdict from the database as from the function decide', async () => {
    const tickets = fc.record({
      ticket: fc.record({ bought: fc.boolean(), banned: fc.boolean() }),
      isInside: fc.boolean(),
      direction: fc.constantFrom('in' as const, 'out' as const),
      overrides: fc.subarray<Override>([...OVERRIDES]),
      isFull: fc.boolean(),
    })
    let ticketCount = 0
    const run = async ({
      ticket,
      isInside,
      direction,
      overrides,
      isFull,
    }: typeof tickets extends fc.Arbitrary<infer T> ? T : never) => {
      await sql`update night set capacity = 1000000`
      const guest = await makeGuest(
        ticket.bought ? { ...TICKET, conf_code: codeOf(1000 + ticketCount++) } : {},
      )
      if (isInside) await recordScan(guest.id, 'in', { despite: { ban: false, noTicket: true } })
      if (ticket.banned) await sql`update guests set ban_reason = 'x' where id = ${guest.id}`
      const filler = await makeGuest({})
      await recordScan(filler.id, 'in', { despite: { ban: false, noTicket: true } })
      await sql`update night set capacity = ${(await inside()) + (isFull ? 0 : 1)}`
      const passage = await recordScan(guest.id, direction, { despite: liftedBy(overrides) })
      expect(passage?.verdict).toBe(
        decide(ticket, isInside ? 1 : null, direction, overrides, isFull),
      )
    }
    await fc.assert(fc.asyncProperty(tickets, run), { numRuns: costlyRuns(60) })
  })

  it('records offline admissions above its capacity', async () => {
    await setCapacity(1)
    const guests = await makeGuests(3)
    const by = {
      ...phone,
      gateId: await gateId(),
      userId: null,
      mayOverride: false,
      clockOffset: 0,
      isRevoked: false,
      joinedAt: '2000-01-01T00:00:00Z',
    }
    const passages = guests.map(({ id }) => ({
      ...offlinePassage(id),
      guestId: id,
      code: null,
      takesBack: null,
      at: new Date(),
      direction: 'in' as const,
    }))
    const outcomes = await recordPassages(getDb(), { ...by, id: phone.id }, passages)
    expect(new Set(outcomes.values())).toEqual(new Set(['counted']))
    expect(await inside()).toBe(3)
    expect(await sql`select from passages where server_refusal is not null`).toHaveLength(0)
    // An offline override by an admin is logged.
    const [last] = await makeGuests(1, 3)
    const admission = { ...passages[0], id: newPassageId(), guestId: last?.id, decided: 'override' }
    const adminsDevice = { ...by, id: adminsPhone.id, userId: admin.id, mayOverride: true }
    await recordPassages(getDb(), adminsDevice, [admission as OfflinePassage])
    const [activity] =
      await sql`select changes->'override' as override from activities where action = 'admitted'`
    expect(activity?.override).toEqual([null, 'puno'])
  })
})

describe('at the gate', () => {
  it('a scan is refused when the venue is full, and the override of an admin is logged', async () => {
    await setCapacity(2)
    const guests = await makeGuests(4)
    expect(await verdict({ code: codeOf(0) })).toBe('admitted')
    expect(await verdict({ code: codeOf(1) })).toBe('admitted')
    expect(await verdict({ code: codeOf(1) })).toBe('inside')
    const id = newPassageId()
    const full = await (await scan({ id, code: codeOf(2) })).json()
    expect(full).toMatchObject({ verdict: 'full', guest: { id: guests[2]?.id, since: null } })
    expect((await scan({ code: codeOf(2), override: 'full' })).status).toBe(403)
    expect(await verdict({ code: codeOf(2) }, adminsPhone)).toBe('full')
    const overrideFull = { code: codeOf(2), override: 'full' }
    expect(await verdict(overrideFull, adminsPhone)).toBe('admitted')
    const activities =
      await sql`select entity_id, changes from activities where action = 'admitted'`
    expect(activities).toEqual([
      {
        entity_id: String(guests[2]?.id),
        changes: { entered: ['0', '1'], override: [null, 'puno'] },
      },
    ])
    expect(await verdict({ code: codeOf(0), direction: 'out' })).toBe('left')
    expect(await verdict({ code: codeOf(1), direction: 'out' })).toBe('left')
    expect(await verdict({ code: codeOf(3) })).toBe('admitted')
    // A scan that is repeated with the same id returns the first response.
    expect((await (await scan({ id, code: codeOf(2) })).json()).verdict).toBe('full')
  })

  // Rule 6.9: each refusal is overridden by itself, and the activity log names all of them.
  it('a banned guest is admitted to a full venue by both overrides of an admin, both logged', async () => {
    await setCapacity(1)
    const guests = await makeGuests(2)
    const id = guests[1]?.id as number
    await sql`update guests set ban_reason = 'tučnjava' where id = ${id}`
    expect(await verdict({ code: codeOf(0) })).toBe('admitted')
    const admitWith = (...override: Override[]) => verdict({ guestId: id, override }, adminsPhone)
    expect(await admitWith('banned')).toBe('full')
    expect(await admitWith('full')).toBe('banned')
    expect((await scan({ guestId: id, override: ['banned', 'full'] })).status).toBe(403)
    expect(await admitWith('banned', 'full')).toBe('admitted')
    const activities = await sql`select changes from activities where entity_id = ${String(id)}`
    expect(activities).toEqual([
      { changes: { entered: ['0', '1'], override: [null, 'zabrana ulaska, puno'] } },
    ])
  })

  it('a scan needs the same number of statements with and without a capacity', async () => {
    await makeGuests(6)
    let next = 0
    const scanNext = () => scan({ code: codeOf(next++) })
    const withoutCapacity = await countFewest(scanNext)
    await setCapacity(1000)
    expect([withoutCapacity, await countFewest(scanNext)]).toEqual([2, 2])
  })

  it('a phone gets the occupancy at registration, after an upload, and with changes', async () => {
    const [guest] = await makeGuests(1)
    const me = async () => (await call(gateEndpoints['gate/me'].GET, 'GET', phone)).json()
    expect((await me()).fill).toBeNull()
    await setCapacity(5)
    expect((await me()).fill).toEqual({ inside: 0, capacity: 5, gates: [] })
    const cursor = cursorOf(await readLogPosition(getDb()))
    const body = {
      sentAt: new Date().toISOString(),
      passages: [offlinePassage(guest?.id as number)],
    }
    const batch = await call(gateEndpoints['gate/passages'].POST, 'POST', { ...phone, body })
    expect((await batch.json()).fill).toMatchObject({ inside: 1 })
    const changes = async () =>
      (
        await call(gateEndpoints['gate/changes'].GET, 'GET', {
          ...phone,
          query: `?since=${cursor}`,
        })
      ).json()
    await expect.poll(async () => (await changes()).fill?.inside).toBe(1)
  })

  it('the capacity of a gate applies as soon as it is set or removed', async () => {
    expect(await hasCapacityLimit()).toBe(false)
    await setGateCapacity(await gateId(), 1)
    expect(await hasCapacityLimit()).toBe(true)
    await makeGuests(2)
    expect(await verdict({ code: codeOf(0) })).toBe('admitted')
    expect(await verdict({ code: codeOf(1) })).toBe('full')
    await setGateCapacity(await gateId(), null)
    expect(await hasCapacityLimit()).toBe(false)
    expect(await verdict({ code: codeOf(1) })).toBe('admitted')
  })
})

it('check-in and admission by name refuse when full, and an admin overrides', async () => {
  await setCapacity(1)
  const guests = await makeGuests(2)
  const volunteer = await staff(2)
  const id = guests[1]?.id as number
  await admitGuest({ confCode: codeOf(0) }, volunteer)
  const refusal = {
    status: 409,
    code: 'full',
    detail: 'Puno je. Unutra je 1 od 1. Sljedeći može ući kad netko izađe.',
  }
  const change = (body: object, user = volunteer) => changeGuest(id, guestChange.parse(body), user)
  await expect(admitGuest({ confCode: codeOf(1) }, volunteer)).rejects.toMatchObject(refusal)
  await expect(change({ entered: '1' })).rejects.toMatchObject(refusal)
  await expect(change({ entered: '1', phone: '091 234 567' }, admin)).rejects.toMatchObject(refusal)
  await expect(change({ entered: '1', override: 'full' })).rejects.toMatchObject({ status: 403 })
  expect(await change({ entered: '1', override: 'full' }, admin)).toMatchObject({ entered: '1' })
  expect(await inside()).toBe(2)
  await change({ entered: '0' }, admin)
  await sql`update guests set ban_reason = 'tučnjava' where id = ${id}`
  for (const [override, code] of [
    ['full', 'banned'],
    ['banned', 'full'],
  ])
    await expect(change({ entered: '1', override }, admin)).rejects.toMatchObject({ code })
  const both = { entered: '1', override: ['banned', 'full'] }
  expect(await change(both, admin)).toMatchObject({ entered: '1' })
})

it('adding a guest as inside is refused when full and stores nothing, and is recorded otherwise', async () => {
  await setCapacity(1)
  const add = (name: string, entered: number) =>
    createGuest(newGuestBody.parse({ name, surname: 'Anić', tag: 'VIP', entered }), admin)
  const ana = await add('Ana', 1)
  expect(ana).toMatchObject({ entered: '1' })
  await expect(add('Eva', 1)).rejects.toMatchObject({ status: 409, code: 'full' })
  expect(await add('Iva', 0)).toMatchObject({ entered: '0' })
  expect(await sql`select name from guests order by id`).toEqual([{ name: 'Ana' }, { name: 'Iva' }])
  const activities =
    await sql`select action from activities where entity_id = ${String(ana.id)} order by id`
  expect(activities.map(({ action }) => action)).toEqual(['created', 'admitted'])
})
