import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { newPassageId } from '@/lib/admission/rules'
import { readHandover } from '@/lib/night/handover'
import { handoverResponse } from '@/lib/night/handover-schema'
import { arrivalsTotals } from '@/lib/reports/rules'
import { arrivalsQuery } from '@/lib/reports/schema'
import { arrivals } from '@/lib/reports/service'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'

const sql = getSql()
const NIGHT = '2026-11-20'
const at = (time: string) => `2026-11-2${time < '12' ? 1 : 0}T${time}:00+01:00`

beforeEach(async () => {
  await sql`truncate passages cascade`
  await empty(sql, 'guests', 'gate_devices')
  await sql`delete from gates where id <> 1`
})

const newGuest = async () => (await makeGuest({ jmbag: null })).id

async function newDevice(label: string, gate: number, user: number | null = null) {
  const row = {
    gate_id: gate,
    label,
    is_staff: user !== null,
    user_id: user,
    secret_hash: Buffer.alloc(32),
    ends_at: at('06:00'),
  }
  const [device] = await sql`insert into gate_devices ${sql(row)} returning id`
  return { device_id: device?.id as string, gate_id: gate, user_id: user }
}

async function addPassage(
  by: object,
  guest: number | null,
  time: string,
  verdict: string,
  more = {},
) {
  const row = {
    id: newPassageId(Date.parse(at(time))),
    guest_id: guest,
    at: at(time),
    verdict,
    direction: ['left', 'outside'].includes(verdict) ? 'out' : 'in',
    decided: 'server',
    ...by,
    ...more,
  }
  await sql`insert into passages ${sql(row)}`
  return row.id
}

it('the handover report lists totals by device and user, which add up to the arrivals report', async () => {
  const [{ id: north } = {}] = await sql`insert into gates (name) values ('Sjever') returning id`
  const admin = (await staff(1)).id
  const iva = await newDevice('Iva', 1)
  const ante = await newDevice('Ante', north)
  const [phone, tablet] = [
    await newDevice('Mob', 1, admin),
    await newDevice('Tablet', north, admin),
  ]
  const [ana, ivo, mia, tin, luka, eva] = [
    await newGuest(),
    await newGuest(),
    await newGuest(),
    await newGuest(),
    await newGuest(),
    await newGuest(),
  ] as [number, number, number, number, number, number]

  // The previous night does not count, except for guests who are still inside.
  await addPassage(iva, eva, '11:00', 'admitted', { at: '2026-11-20T11:59:59+01:00' })
  await addPassage(iva, eva, '21:00', 'left')
  await addPassage(iva, ana, '22:00', 'admitted')
  const first = await addPassage(iva, ivo, '22:05', 'admitted', {
    decided: 'name',
    clock_offset: -120_000,
  })
  await addPassage(iva, ana, '22:10', 'inside')
  await addPassage(iva, null, '22:11', 'unknown')
  await addPassage(iva, null, '22:12', 'admitted', { decided: 'alone', server_refusal: 'unknown' })
  // An admission that is voided as a mistake.
  const voided = await addPassage(iva, luka, '22:20', 'admitted')
  await addPassage(iva, luka, '22:21', 'banned', { voids: voided, decided: 'alone' })
  // An offline admission at the other gate is a duplicate and no arrival.
  const second = await addPassage(ante, ivo, '23:30', 'admitted', {
    decided: 'alone',
    server_refusal: 'banned',
  })
  await addPassage(ante, mia, '00:15', 'no_ticket')
  await addPassage(ante, mia, '00:16', 'admitted', { decided: 'override' })
  // The admission arrived after this scan at the exit, which is no refusal then.
  await addPassage(iva, mia, '00:30', 'outside')
  await addPassage(phone, tin, '01:00', 'admitted')
  await addPassage(tablet, tin, '03:00', 'left')
  await addPassage({ user_id: admin }, luka, '02:00', 'admitted')
  await sql`update duplicate_admissions set settled = 'copied_ticket', settled_at = now() where first = ${first} and second = ${second}`
  // A new night starts at noon.
  await addPassage(iva, ana, '11:00', 'left', { at: '2026-11-21T12:00:00+01:00' })
  await sql`update gates set deleted_at = now() where id = ${north}`

  const handover = handoverResponse.parse(await readHandover({ night: NIGHT }))
  const gateSummaries = handover.gates.map(({ name, isDeleted, shifts }) => [
    name,
    isDeleted,
    ...shifts.map(({ device, user, entered, left }) => [device, user !== null, entered, left]),
  ])
  expect(gateSummaries).toEqual([
    ['Ulaz', false, ['Iva', false, 2, 2], ['Mob', true, 1, 0]],
    ['Sjever', true, ['Ante', false, 1, 0], ['Tablet', true, 0, 1]],
    [null, false, [null, true, 1, 0]],
  ])
  const [gate, other] = handover.gates
  expect(gate?.shifts[0]).toEqual({
    deviceId: iva.device_id,
    device: 'Iva',
    user: null,
    from: '2026-11-20T20:00:00.000Z',
    to: '2026-11-20T23:30:00.000Z',
    entered: 2,
    left: 2,
    byName: 1,
    overrides: 0,
    unknownIn: 1,
    alone: 3,
    objections: 1,
    refused: { inside: 1, no_ticket: 0, banned: 1, full: 0, unknown: 1, returned: 0, outside: 0 },
    doubles: { open: 0, same_guest: 0, copied_ticket: 1, mistake: 0 },
    clockOffset: -120_000,
  })
  expect(other?.shifts[0]).toMatchObject({
    overrides: 1,
    alone: 2,
    objections: 1,
    refused: { no_ticket: 1 },
    doubles: { copied_ticket: 1 },
  })
  // The duplicate involves two devices, but counts once in the total.
  expect(handover.total?.doubles).toEqual({ open: 0, same_guest: 0, copied_ticket: 1, mistake: 0 })

  const report = async (gate?: number) =>
    arrivalsTotals(
      await arrivals(
        arrivalsQuery.parse({ night: NIGHT, ...(gate !== undefined && { gate: String(gate) }) }),
      ),
    )
  const { entered, left } = await report()
  expect([entered, left]).toEqual([5, 3])
  expect(handover.total).toMatchObject({ entered, left })
  for (const { id, total } of handover.gates) {
    const { entered, left } = await report(id)
    expect(total).toMatchObject({ entered, left })
  }
})

it('the handover report does not count a resolution on the gate board as a refusal', async () => {
  const admin = (await staff(1)).id
  const [iva, ante] = [await newDevice('Iva', 1), await newDevice('Ante', 1)]
  const ana = await newGuest()
  await addPassage(iva, ana, '22:00', 'admitted')
  const second = await addPassage(ante, ana, '22:30', 'admitted', { decided: 'alone' })
  await sql`update duplicate_admissions set settled = 'mistake', settled_at = now()`
  await addPassage({ user_id: admin, gate_id: 1 }, ana, '23:00', 'inside', { voids: second })
  const { total } = await readHandover({ night: NIGHT })
  expect(total).toMatchObject({
    entered: 1,
    alone: 0,
    refused: { inside: 0 },
    doubles: { mistake: 1 },
  })
})

it('the handover report shows a clock correction of 35 days', async () => {
  const iva = await newDevice('Iva', 1)
  await addPassage(iva, await newGuest(), '22:00', 'admitted', { clock_offset: -3_000_000_000 })
  const handover = handoverResponse.parse(await readHandover({ night: NIGHT }))
  expect(handover.total?.clockOffset).toBe(-3_000_000_000)
})

it('the handover report is empty for a night without passages', async () => {
  expect(await readHandover({ night: '2026-07-01' })).toEqual({
    night: '2026-07-01',
    total: null,
    hasSingleGate: true,
    gates: [],
  })
})

// Rule 6.30: a single gate is never named.
it('the handover report says whether there is a single gate, deleted gates of the night included', async () => {
  const hasSingleGate = async () => (await readHandover({ night: NIGHT })).hasSingleGate
  await addPassage({ user_id: (await staff(1)).id }, await newGuest(), '22:00', 'admitted')
  expect(await hasSingleGate()).toBe(true)
  const [{ id: north } = {}] = await sql`insert into gates (name) values ('Sjever') returning id`
  expect(await hasSingleGate()).toBe(false)
  await sql`update gates set deleted_at = now() where id = ${north}`
  expect(await hasSingleGate()).toBe(true)
  await addPassage(await newDevice('Ante', north), await newGuest(), '23:00', 'admitted')
  expect(await hasSingleGate()).toBe(false)
})
