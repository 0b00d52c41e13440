import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { newPassageId } from '@/lib/admission/rules'
import * as board from '@/lib/gate/board'
import { boardResponse, gateChange, newGateBody } from '@/lib/gate/board-schema'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { runConcurrently } from '../support/programme'

const sql = getSql()
const BOUGHT = { conf_code: '11111111-1111-1111-8111-111111111111', bought_at: '2025-10-01T10:00Z' }
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

beforeEach(async () => {
  await sql`insert into users (email, name, privilege) values ('a@primjer.hr', 'Ana', 1) on conflict do nothing`
  await empty(sql, 'guests', 'gate_pairings', 'gate_devices')
  await sql`delete from gates where id <> (select min(id) from gates)`
  await sql`update gates set name = 'Ulaz', deleted_at = null`
  await sql`delete from activities`
})

const firstGateId = async () => ((await board.findGates()).rows[0] as { id: number }).id

async function makeDevice(label: string, more: Record<string, unknown> = {}) {
  const row = {
    gate_id: await firstGateId(),
    label,
    is_staff: false,
    ends_at: inHours(5),
    secret_hash: Buffer.alloc(32),
    ...more,
  }
  const [device] = await sql`insert into gate_devices ${sql(row)} returning id`
  return device?.id as string
}

/** Stores an offline admission by a phone, decided `minutesAgo` minutes ago and uploaded later. */
async function admitOffline(
  guest: number | null,
  device: string,
  minutesAgo: number,
  objection?: string,
) {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  const id = newPassageId(at.getTime())
  const [{ gate_id } = {}] = await sql`select gate_id from gate_devices where id = ${device}`
  await sql`insert into passages ${sql({
    id,
    guest_id: guest,
    gate_id,
    device_id: device,
    direction: 'in',
    verdict: 'admitted',
    decided: 'alone',
    at: at.toISOString(),
    server_refusal: objection ?? null,
  })}`
  return id
}

const read = async () => boardResponse.parse(await board.readBoard())
const presence = async (id: number) =>
  (await sql`select entered_at from guests where id = ${id}`)[0]

it('creates, renames and deletes gates, but keeps the last one', async () => {
  const admin = await staff(1)
  const north = newGateBody.parse({ name: ' Sjever ' })
  const outcomes = await runConcurrently(5, () =>
    board.createGate(north, admin).catch((error) => error.code),
  )
  const [gate, ...others] = outcomes.filter((outcome) => outcome !== 'already_exists')
  expect([gate, others]).toMatchObject([{ name: 'Sjever', unknownPolicy: 'stop' }, []])
  const change = gateChange.parse({ unknownPolicy: 'admit', seen: { unknownPolicy: 'stop' } })
  expect(await board.changeGate(gate.id, change, admin)).toMatchObject({ unknownPolicy: 'admit' })
  await expect(board.changeGate(gate.id, change, admin)).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  await expect(board.changeGate(gate.id, { name: 'ulaz' }, admin)).rejects.toMatchObject({
    code: 'already_exists',
  })
  const all = (await board.findGates()).rows
  const results = await runConcurrently(2, (i) =>
    board.deleteGate((all[i] as { id: number }).id, admin).catch((error) => error.code),
  )
  expect(results.sort()).toEqual(['last_gate', undefined])
  await expect(board.deleteGate(gate.id + 1, admin)).rejects.toMatchObject({ status: 404 })
  expect(gateChange.safeParse({}).success).toBe(false)
})

it('keeps a gate while a device is on duty there', async () => {
  const admin = await staff(1)
  const south = await board.createGate(
    { name: 'Jug', unknownPolicy: 'stop', capacity: null },
    admin,
  )
  const device = await makeDevice('Iva', { gate_id: south.id })
  await expect(board.deleteGate(south.id, admin)).rejects.toMatchObject({ code: 'in_use' })
  await board.revokeDevice(device, admin)
  await board.deleteGate(south.id, admin)
  expect((await read()).gates.map(({ name }) => name)).not.toContain('Jug')
})

it('shows a pairing code only once, stores its hash, and expires it after ten minutes', async () => {
  const admin = await staff(1)
  const gate = await firstGateId()
  const until = inHours(6)
  const pairing = await board.createPairing(gate, { until }, admin)
  expect(pairing.url).toMatch(new RegExp(`/ulaz#${pairing.code}$`))
  const [row] = await sql`select * from gate_pairings`
  expect(row?.code_hash).toEqual(createHash('sha256').update(pairing.code).digest())
  expect(row?.ends_at).toBe(until)
  expect(Math.round((Date.parse(row?.expires_at) - Date.parse(row?.made_at)) / 60_000)).toBe(10)
  const second = await board.createPairing(gate, { until }, admin)
  expect(second.code).not.toBe(pairing.code)
  for (const invalid of [inHours(-1), inHours(25)])
    await expect(board.createPairing(gate, { until: invalid }, admin)).rejects.toMatchObject({
      status: 400,
      more: { fields: { until: [expect.any(String)] } },
    })
  await expect(board.createPairing(999_999, { until }, admin)).rejects.toMatchObject({
    status: 404,
  })
})

it('shows attempts with a used pairing code and their browser, for a day', async () => {
  const admin = await staff(1)
  await board.createPairing(await firstGateId(), { until: inHours(6) }, admin)
  const device = await makeDevice('Iva')
  await sql`update gate_pairings set used_at = now(), device_id = ${device}, tries = 2,
    last_try_at = now(), last_try_by = 'Safari, iPhone'`
  expect((await read()).pairings).toMatchObject([
    { device: 'Iva', tries: 2, lastTryBy: 'Safari, iPhone' },
  ])
  await sql`update gate_pairings set expires_at = now() - interval '2 days', last_try_at = now() - interval '25 hours'`
  expect((await read()).pairings).toEqual([])
})

it('shows a device whose clock is 35 days slow', async () => {
  const device = await makeDevice('Iva', { clock_offset: 3_000_000_000 })
  await admitOffline((await makeGuest(BOUGHT)).id, device, 5)
  expect((await read()).gates[0]?.devices).toMatchObject([
    { clockOffset: 3_000_000_000, admitted: 1 },
  ])
})

// Rules 6.15 and 6.26: a phone may upload its passages for 48 hours after its shift.
it('shows for 48 hours an ended device that has unsent passages, or was silent at its end', async () => {
  const makeEndedDevice = async (
    label: string,
    hours: number,
    silentHours: number,
    more: object = {},
  ) => {
    const times = { created_at: inHours(-100), last_seen_at: inHours(-hours - silentHours) }
    const device = await makeDevice(label, { ends_at: inHours(-hours), ...times, ...more })
    await admitOffline((await makeGuest({ name: label })).id, device, (hours + silentHours) * 60)
    return device
  }
  const reportQueue = (id: string, queue: number) => {
    const status = {
      queue,
      rosterAt: null,
      release: 'x',
      battery: null,
      storage: null,
      camera: 'on',
    }
    return sql`
      update gate_devices set status = ${JSON.stringify(status)}::text::jsonb where id = ${id}`
  }
  await reportQueue(await makeEndedDevice('Drži', 47, 0), 61)
  await reportQueue(await makeEndedDevice('Prestara', 49, 0), 61)
  await reportQueue(await makeEndedDevice('Šutjela', 47, 7), 0)
  await makeEndedDevice('Šutjela predugo', 49, 7)
  await reportQueue(await makeEndedDevice('Javila se', 13, 0), 0)
  await makeEndedDevice('Odjavljena', 47, 7, { left_at: inHours(-47) })
  await makeDevice('Nije skenirala', { ends_at: inHours(-13), created_at: inHours(-20) })
  await makeEndedDevice('Nedavna', 11, 0)
  const shown = (await read()).gates.flatMap(({ devices }) => devices.map(({ label }) => label))
  expect(shown.sort()).toEqual(['Drži', 'Nedavna', 'Šutjela'])
})

// Rule 6.26: the board is the only place that says which phones may have unsent passages.
it('shows the ended devices of a deleted gate', async () => {
  const admin = await staff(1)
  const gate = newGateBody.parse({ name: 'Jug' })
  const south = await board.createGate(gate, admin)
  const device = await makeDevice('Iva', { gate_id: south.id, created_at: inHours(-2) })
  await admitOffline((await makeGuest(BOUGHT)).id, device, 60)
  await board.revokeDevice(device, admin)
  const empty = await board.createGate({ ...gate, name: 'Istok' }, admin)
  for (const { id } of [south, empty]) await board.deleteGate(id, admin)
  const { gates, deletedGates } = await read()
  expect(gates.flatMap(({ devices }) => devices)).toEqual([])
  expect(deletedGates).toMatchObject([
    { name: 'Jug', devices: [{ label: 'Iva', isRevoked: true, hasScanned: true }] },
  ])
})

// Rule 9.19: the log keeps no name of a volunteer.
it('revokes a device once, keeps it on the board and logs it without its name', async () => {
  const admin = await staff(1)
  const device = await makeDevice('Iva')
  await makeDevice('Prošla smjena', { ends_at: inHours(-13) })
  await admitOffline((await makeGuest(BOUGHT)).id, device, 5)
  await board.revokeDevice(device, admin)
  await board.revokeDevice(device, admin)
  const [gate] = (await read()).gates
  expect(gate?.devices).toMatchObject([{ label: 'Iva', isRevoked: true, admitted: 1 }])
  const activities = await sql`select changes from activities where action = 'revoked'`
  const label = `Uređaj ${device.slice(0, 4).toUpperCase()}`
  expect(activities.map(({ changes }) => changes)).toEqual([{ device: [label, null] }])
  await expect(
    board.revokeDevice('00000000-0000-4000-8000-000000000000', admin),
  ).rejects.toMatchObject({ status: 404 })
})

it('shows a duplicate with both admissions and resolves it only once', async () => {
  const admin = await staff(1)
  const guest = await makeGuest({ name: 'Mia', ...BOUGHT })
  const first = await admitOffline(guest.id, await makeDevice('Iva'), 9)
  const second = await admitOffline(guest.id, await makeDevice('Ante'), 4)
  expect((await read()).doubles).toMatchObject([
    {
      guest: { id: guest.id, name: 'Mia' },
      first: { id: first, device: 'Iva', decided: 'alone' },
      second: { id: second, device: 'Ante' },
      settled: null,
    },
  ])
  const outcomes = await runConcurrently(3, () =>
    board.resolveDuplicate([first, second], 'copied_ticket', admin).catch((error) => error.code),
  )
  expect(outcomes.filter((outcome) => outcome !== 'already_settled')).toEqual([undefined])
  expect((await read()).doubles).toMatchObject([
    { settled: 'copied_ticket', settledBy: admin.name },
  ])
  expect(await presence(guest.id)).not.toEqual({ entered_at: null })
  await expect(board.resolveDuplicate([second, first], 'mistake', admin)).rejects.toMatchObject({
    status: 404,
  })
})

it('voids the second admission when a duplicate was a mistake', async () => {
  const admin = await staff(1)
  const guest = await makeGuest(BOUGHT)
  const first = await admitOffline(guest.id, await makeDevice('Iva'), 9)
  const second = await admitOffline(guest.id, await makeDevice('Ante'), 4)
  await board.resolveDuplicate([first, second], 'mistake', admin)
  expect((await read()).doubles).toMatchObject([{ settled: 'mistake' }])
  const voiding = await sql`select verdict, user_id from passages where voids = ${second}`
  expect(voiding).toMatchObject([{ verdict: 'inside', user_id: admin.id }])
  // A third admission forms a duplicate with the first.
  const third = await admitOffline(guest.id, await makeDevice('Luka'), 1)
  const open = (await read()).doubles.filter(({ settled }) => settled === null)
  expect(open.map((pair) => [pair.first.id, pair.second.id])).toEqual([[first, third]])
})

it('resolves a disputed admission: the guest stays or is led out', async () => {
  const admin = await staff(1)
  const device = await makeDevice('Iva')
  const [staying, ledOut] = [await makeGuest(), await makeGuest()]
  const withoutTicket = await admitOffline(staying.id, device, 9, 'no_ticket')
  const banned = await admitOffline(ledOut.id, device, 8, 'banned')
  const unknownCode = await admitOffline(null, device, 7, 'unknown')
  const disputes = (await read()).objections
  expect(disputes.map(({ id, objection, guest }) => [id, objection, guest?.id])).toEqual([
    [unknownCode, 'unknown', undefined],
    [banned, 'banned', ledOut.id],
    [withoutTicket, 'no_ticket', staying.id],
  ])
  await board.resolveDispute(withoutTicket, 'stays', admin)
  await board.resolveDispute(banned, 'led_out', admin)
  await board.resolveDispute(unknownCode, 'led_out', admin)
  await expect(board.resolveDispute(withoutTicket, 'led_out', admin)).rejects.toMatchObject({
    code: 'already_settled',
  })
  expect(await presence(staying.id)).not.toEqual({ entered_at: null })
  expect(await presence(ledOut.id)).toEqual({ entered_at: null })
  expect((await read()).objections.every(({ settled }) => settled)).toBe(true)
  await expect(board.resolveDispute(newPassageId(), 'stays', admin)).rejects.toMatchObject({
    status: 404,
  })
})

it('records one exit of a guest who is led out for several disputed admissions', async () => {
  const admin = await staff(1)
  const guest = await makeGuest(BOUGHT)
  const admissions = [
    await admitOffline(guest.id, await makeDevice('Iva'), 9, 'banned'),
    await admitOffline(guest.id, await makeDevice('Ante'), 4, 'banned'),
  ]
  await runConcurrently(2, (i) => board.resolveDispute(admissions[i] as string, 'led_out', admin))
  const exits =
    await sql`select verdict from passages where guest_id = ${guest.id} and direction = 'out'`
  expect(exits).toEqual([{ verdict: 'left' }])
  expect(await presence(guest.id)).toEqual({ entered_at: null })
  const disputes = (await read()).objections.filter((dispute) => dispute.guest?.id === guest.id)
  expect(disputes.map(({ settled }) => settled)).toEqual(['led_out', 'led_out'])
})
