import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect, getDb, getSql } from '@/db/pool'
import { voidPassage } from '@/db/queries/gates'
import { countGuests } from '@/db/queries/reports'
import { newPassageId } from '@/lib/admission/rules'
import { lifecycle } from '@/lib/instance/state'
import { readSnapshot } from '@/lib/night/board/board-feed'
import { type NightSnapshot, nightSnapshot } from '@/lib/night/board/board-schema'
import { nightEndpoints } from '@/lib/night/endpoints'
import { arrivals } from '@/lib/reports/service'
import { empty } from '../support/empty'
import { makeGuest, staff } from '../support/factories'
import { call, signedIn } from '../support/gate'
import { night, playNight } from '../support/passages'
import fc, { costlyRuns } from '../support/property'

const sql = getSql()
/** Start of the night: six hours ago, so that the test passes at any time of day. */
const NIGHT_START = new Date(Date.now() - 6 * 3_600_000)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const iso = (minutes: number) => ago(minutes).toISOString()
let ulaz = 0
let jug = 0

beforeEach(async () => {
  await empty(sql, 'guests', 'mails', 'gate_devices')
  await sql`delete from gates where id > 1`
  ulaz = 1
  const [gate] = await sql`insert into gates (name, capacity) values ('Jug', 50) returning id`
  jug = gate?.id
})

let codes = 0
const makeTicketHolder = (name: string) =>
  makeGuest({
    name,
    jmbag: null,
    bought_at: '2025-10-01T10:00:00Z',
    conf_code: `00000000-0000-1000-8000-${String(++codes).padStart(12, '0')}`,
  })

async function makeDevice(label: string, gateId: number, more: object = {}) {
  const row = {
    gate_id: gateId,
    label,
    is_staff: false,
    secret_hash: Buffer.alloc(32),
    ends_at: iso(-300),
    last_seen_at: iso(0),
    ...more,
  }
  const [device] = await sql`insert into gate_devices ${sql(row as never)} returning id`
  return device?.id as string
}

interface PassageInput {
  gate?: number | null
  verdict?: string
  minutes?: number
  device?: string
  voids?: string
}

async function addPassage(guest: number | null, input: PassageInput = {}) {
  const { gate = ulaz, verdict = 'admitted', minutes = 1, device, voids } = input
  const at = ago(minutes)
  const id = newPassageId(at.getTime())
  await sql`insert into passages ${sql({
    id,
    guest_id: guest,
    gate_id: gate,
    device_id: device ?? null,
    direction: ['left', 'outside'].includes(verdict) ? 'out' : 'in',
    verdict,
    decided: 'alone',
    at: at.toISOString(),
    voids: voids ?? null,
  } as never)}`
  return id
}

const read = async () => nightSnapshot.parse(await readSnapshot(NIGHT_START))
const at = ({ gates }: NightSnapshot, id: number) => gates.find((gate) => gate.id === id)
const sum = (numbers: number[] = []) => numbers.reduce((all, n) => all + n, 0)

/** Reads the totals that reports and lists show at the same time. */
async function readOtherTotals() {
  const bins = await arrivals({})
  const tonight = await arrivals({ from: NIGHT_START })
  return {
    ...(await countGuests(getDb())),
    lastInside: bins.at(-1)?.inside ?? 0,
    arrived: sum(tonight.map(({ entered }) => entered)),
    left: sum(tonight.map(({ left }) => left)),
  }
}

async function expectAgreement() {
  const [snapshot, others] = [await read(), await readOtherTotals()]
  const { inside, sold: tickets, tonight, gates } = snapshot
  expect({ inside, tickets, arrived: tonight.arrived, left: tonight.left }).toEqual({
    inside: others.inside,
    tickets: others.sold,
    arrived: others.arrived,
    left: others.left,
  })
  expect(inside).toBe(others.lastInside)
  const parts = [...gates, ...(snapshot.elsewhere ? [snapshot.elsewhere] : [])]
  for (const figure of ['arrived', 'left', 'refused'] as const)
    expect(sum(parts.map((part) => part[figure]))).toBe(tonight[figure])
  expect(sum(parts.map((part) => part.inside))).toBe(inside)
  expect(sum(snapshot.reasons.map(({ count }) => count))).toBe(tonight.refused)
  return snapshot
}

it('the night board counts exits, duplicates, voids, late uploads and deleted guests correctly', async () => {
  const [ana, bruno, cvita, dino] = [
    await makeTicketHolder('Ana'),
    await makeTicketHolder('Bruno'),
    await makeTicketHolder('Cvita'),
    await makeTicketHolder('Dino'),
  ]
  const [ema, goran, iva, late] = [
    await makeTicketHolder('Ema'),
    await makeTicketHolder('Goran'),
    await makeTicketHolder('Iva'),
    await makeTicketHolder('Late'),
  ]
  await makeTicketHolder('Hana')
  const withoutTicket = await makeGuest({ name: 'Filip' })
  await addPassage(ana.id)
  await addPassage(bruno.id, { minutes: 20 })
  await addPassage(bruno.id, { gate: jug, verdict: 'left', minutes: 5 })
  await addPassage(cvita.id, { minutes: 10 })
  await addPassage(cvita.id, { gate: jug, minutes: 8 })
  const mistake = await addPassage(dino.id, { minutes: 9 })
  await voidPassage(getDb(), mistake, { id: newPassageId(), userId: (await staff(1)).id })
  await addPassage(ema.id, { minutes: 9 })
  await sql`update guests set deleted_at = now() where id = ${ema.id}`
  await addPassage(goran.id, { gate: jug, minutes: 24 * 60 })
  await addPassage(withoutTicket.id, { verdict: 'no_ticket', minutes: 3 })
  await addPassage(null, { gate: jug, verdict: 'unknown', minutes: 2 })
  const device = await makeDevice('Iva', ulaz)
  const refusal = await addPassage(ana.id, { verdict: 'inside', minutes: 0.5, device })
  await addPassage(ana.id, { verdict: 'inside', minutes: 0.4, voids: refusal, device })
  await addPassage(iva.id, { gate: null, minutes: 7 })
  await addPassage(late.id, { gate: jug, minutes: 200 })
  // The exit was scanned before the admission arrived.
  const jana = await makeTicketHolder('Jana')
  await addPassage(jana.id, { gate: jug, verdict: 'outside', minutes: 4 })
  await addPassage(jana.id, { minutes: 15 })

  const snapshot = await expectAgreement()
  expect(snapshot).toMatchObject({
    inside: 5,
    // Dino and Hana are still expected: Dino's admission was voided, and Hana never came. Bruno and
    // Jana have left, and Goran is inside.
    expected: 2,
    tonight: { arrived: 6, left: 2, refused: 3 },
    elsewhere: { arrived: 1, inside: 1 },
    reasons: [
      { verdict: 'inside', count: 1 },
      { verdict: 'no_ticket', count: 1 },
      { verdict: 'unknown', count: 1 },
    ],
    doubles: { waiting: 1, newest: { guest: { name: 'Cvita' } } },
  })
  expect(at(snapshot, ulaz)).toMatchObject({ arrived: 4, left: 0, refused: 2, inside: 1 })
  expect(at(snapshot, jug)).toMatchObject({
    arrived: 1,
    left: 2,
    refused: 1,
    inside: 3,
    capacity: 50,
  })
  expect(snapshot.admissions.map(({ guest }) => guest.name)).toEqual([
    'Ana',
    'Iva',
    'Cvita',
    'Jana',
    'Bruno',
    'Late',
  ])
  expect(snapshot.refusals.map(({ verdict, guest }) => [verdict, guest?.name])).toEqual([
    ['inside', 'Ana'],
    ['unknown', undefined],
    ['no_ticket', 'Filip'],
  ])
})

it('the figures per minute of a gate cover exactly the last sixty minutes', async () => {
  const [ana, bruno, cvita] = [
    await makeTicketHolder('Ana'),
    await makeTicketHolder('Bruno'),
    await makeTicketHolder('Cvita'),
  ]
  await addPassage(ana.id, { minutes: 0 })
  await addPassage(bruno.id, { minutes: 30 })
  await addPassage(bruno.id, { minutes: 29, verdict: 'left' })
  await addPassage(cvita.id, { minutes: 61 })
  const snapshot = await read()
  const { arrived, left, refused } = (at(snapshot, ulaz) as NightSnapshot['gates'][number])
    .perMinute
  expect([arrived, left, refused].map(({ length }) => length)).toEqual([60, 60, 60])
  expect([sum(arrived), sum(left), sum(refused)]).toEqual([2, 1, 0])
  expect(arrived[59]).toBe(1)
  const minute = (minutes: number) =>
    Math.floor((ago(minutes).getTime() - Date.parse(snapshot.firstMinute)) / 60_000)
  expect(arrived[minute(30)]).toBe(1)
  expect(left[minute(29)]).toBe(1)
  expect(at(snapshot, ulaz)?.arrived).toBe(3)
})

it('the night board shows open issues: devices, disputes and mails', async () => {
  await makeDevice('Iva', jug)
  const ante = await makeDevice('Ante', jug, { last_seen_at: iso(7) })
  const eva = await makeTicketHolder('Eva')
  await addPassage(eva.id, { gate: jug, verdict: 'outside', minutes: 8, device: ante })
  // This device has not scanned, so the board does not report its silence.
  await makeDevice('Vid', ulaz, { last_seen_at: iso(7) })
  const status = {
    queue: 3,
    rosterAt: null,
    release: 'x',
    battery: null,
    storage: null,
    camera: 'on',
  }
  const luka = await makeDevice('Luka', ulaz, { revoked_at: iso(1) })
  await sql`update gate_devices set status = ${JSON.stringify(status)}::text::jsonb where id = ${luka}`
  const guest = await makeTicketHolder('Ana')
  const id = newPassageId()
  await sql`insert into passages ${sql({
    id,
    guest_id: guest.id,
    gate_id: ulaz,
    direction: 'in',
    verdict: 'admitted',
    decided: 'alone',
    at: iso(1),
    server_refusal: 'banned',
  })}`
  await sql`insert into mails (template, to_mail, state) values
    ('message', 'a@b.hr', 'queued'), ('message', 'a@b.hr', 'bounced'), ('message', 'a@b.hr', 'sent')`
  const snapshot = await read()
  expect(snapshot).toMatchObject({ objections: 1, mails: { waiting: 1, failed: 1 } })
  expect(at(snapshot, jug)).toMatchObject({ devices: 2 })
  expect(snapshot.troubles).toMatchObject([
    { device: 'Ante', gate: 'Jug', what: 'Ne javlja se 7 min' },
    { device: 'Luka', what: 'Na kraju je držao 3 neposlanih prolaza' },
  ])
})

// Rule 6.27: no two numbers of the night board disagree.
it('the night board agrees with reports and lists on a random night, in any delivery order', async () => {
  const longAgo = new Date('2025-10-03T12:00:00Z')
  const { db, sql: ownSql, end } = openOwnPool()
  await fc.assert(
    fc.asyncProperty(night, async (generated) => {
      await sql`delete from guests`
      await playNight(db, ownSql, generated)
      const snapshot = await readSnapshot(longAgo)
      const bins = await arrivals({ from: longAgo })
      expect([snapshot.tonight.arrived, snapshot.tonight.left, snapshot.inside]).toEqual([
        sum(bins.map(({ entered }) => entered)),
        sum(bins.map(({ left }) => left)),
        (await countGuests(getDb())).inside,
      ])
      expect(sum(snapshot.gates.map(({ inside }) => inside))).toBe(snapshot.inside)
    }),
    { numRuns: costlyRuns(60) },
  )
  await end()
})

function openOwnPool() {
  const { sql: ownSql, db } = connect(process.env.DATABASE_URL as string, { max: 4 })
  return { db, sql: ownSql, end: () => ownSql.end() }
}

afterEach(() => {
  vi.useRealTimers()
  lifecycle.isShuttingDown = false
})

/** Opens the night board as a user, and collects its snapshots. */
async function openBoard(headers: Record<string, string>) {
  const response = await call(nightEndpoints['night/stream'].GET, 'GET', { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const events: string[] = []
  let isOver = false
  const follow = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      events.push(...new TextDecoder().decode(value).split('\n\n').filter(Boolean))
    }
    isOver = true
  }
  void follow()
  const snapshots = () =>
    events.flatMap((event) =>
      event.startsWith('data: ') ? [nightSnapshot.parse(JSON.parse(event.slice(6)))] : [],
    )
  return { events, snapshots, isOver: () => isOver, close: () => reader.cancel() }
}

it('the night board streams the current snapshot at once, and a new snapshot after each change', async () => {
  const viewer = await openBoard(await signedIn(1))
  await vi.waitFor(() => expect(viewer.snapshots()[0]).toMatchObject({ inside: 0 }), {
    timeout: 30_000,
  })
  const guest = await makeTicketHolder('Ana')
  await addPassage(guest.id)
  await vi.waitFor(() => expect(viewer.snapshots().at(-1)).toMatchObject({ inside: 1 }), {
    timeout: 30_000,
  })
  // The passage gets the current time, since one minute ago may belong to the previous night.
  await addPassage(null, { verdict: 'unknown', minutes: 0 })
  await vi.waitFor(
    () => expect(viewer.snapshots().at(-1)).toMatchObject({ tonight: { refused: 1 } }),
    { timeout: 30_000 },
  )
  await viewer.close()
})

it('the stream of the board ends before the next change when the user is no longer an admin', async () => {
  const [user] = await sql`
    insert into users (email, name, privilege) values ('bivsi@primjer.hr', 'Bivši', 1) returning id`
  const viewer = await openBoard(await signedIn(1, user?.id))
  await vi.waitFor(() => expect(viewer.snapshots()[0]).toMatchObject({ inside: 0 }), {
    timeout: 30_000,
  })
  await sql`update users set privilege = 2 where id = ${user?.id}`
  await addPassage((await makeTicketHolder('Ana')).id)
  // The board ends earlier than its check of the permission, which runs every 15 s.
  await vi.waitFor(() => expect(viewer.isOver()).toBe(true), { timeout: 10_000 })
  expect(viewer.events.at(-1)).toContain('"code":"forbidden"')
  expect(viewer.snapshots().some(({ inside }) => inside > 0)).toBe(false)
})

it('the stream of the board ends after a demotion, a sign-out or a shutdown of the instance', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const [user] = await sql`
    insert into users (email, name, privilege) values ('sef@primjer.hr', 'Šef', 1) returning id`
  const [demoted, signedOut, remaining] = [
    await openBoard(await signedIn(1, user?.id)),
    await openBoard(await signedIn(1)),
    await openBoard(await signedIn(1)),
  ]
  await sql`update users set privilege = 2 where id = ${user?.id}`
  const sids = await sql`select id from auth_sessions order by created_at`
  await sql`delete from auth_sessions where id = ${sids.at(-2)?.id}`
  vi.advanceTimersByTime(15_000)
  await vi.waitFor(() => expect([demoted.isOver(), signedOut.isOver()]).toEqual([true, true]), {
    timeout: 30_000,
  })
  expect(demoted.events.at(-1)).toContain('"code":"forbidden"')
  expect(signedOut.events.at(-1)).toContain('"code":"not_signed_in"')
  expect(remaining.isOver()).toBe(false)
  lifecycle.isShuttingDown = true
  await vi.waitFor(() => expect(remaining.isOver()).toBe(true), { timeout: 30_000 })
})
