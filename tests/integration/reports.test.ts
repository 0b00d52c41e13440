import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { newPassageId } from '@/lib/admission/rules'
import { todayStats } from '@/lib/guests/guest-queries'
import { arrivalsQuery, arrivalsRow, nightsResponse, todayReport } from '@/lib/reports/schema'
import { arrivals, arrivalsWorkbook, dailyReport, nights, reportToday } from '@/lib/reports/service'
import { makeGuest } from '../support/factories'

let lastCode = 0
beforeEach(async () => {
  await getSql()`delete from guests`
})

const addSale = (bought_at: string) => {
  const conf_code = `00000000-0000-1000-8000-${String(++lastCode).padStart(12, '0')}`
  return makeGuest({ bought_at, conf_code })
}

// Rules 1.22 and 13.20: days and noon of the daily report are those of Zagreb.
it('sales are grouped by day and noon in Zagreb, also when summer time starts or ends', async () => {
  // 25 October 2026 has 25 hours in Zagreb: noon is 11:00 UTC, the day ends at 23:00 UTC.
  await addSale('2026-10-24T21:59:59Z')
  await addSale('2026-10-24T22:00:00Z')
  await addSale('2026-10-25T10:59:59Z')
  await addSale('2026-10-25T11:00:00Z')
  await addSale('2026-10-25T22:59:59Z')
  await addSale('2026-10-25T23:00:00Z')
  // 29 March 2026 has 23 hours in Zagreb: noon is 10:00 UTC.
  await addSale('2026-03-29T09:59:59Z')
  await addSale('2026-03-29T10:00:00Z')
  expect(await dailyReport()).toEqual([
    { day: '2026-10-26', date: '26.10.2026.', total: 1, before12: 1, after12: 0 },
    { day: '2026-10-25', date: '25.10.2026.', total: 4, before12: 2, after12: 2 },
    { day: '2026-10-24', date: '24.10.2026.', total: 1, before12: 0, after12: 1 },
    { day: '2026-03-29', date: '29.03.2026.', total: 2, before12: 1, after12: 1 },
  ])
  expect(await todayStats(new Date('2026-10-25T05:00:00Z'))).toEqual({
    date: '25.10.2026.',
    totalEntries: 4,
    ticketsBefore12: 2,
    ticketsAfter12: 2,
  })
  expect(await todayStats(new Date('2026-03-28T23:30:00Z'))).toMatchObject({ totalEntries: 2 })
})

const addArrival = (entered_at: string, tag = 'Brucoši') =>
  makeGuest({ entered_at, tag, jmbag: null })

it('arrivals are grouped by quarter of an hour in Zagreb time, also when summer time ends', async () => {
  // At 01:00 UTC on 25 October 2026 the clock in Zagreb goes back from 03:00 to 02:00.
  await addArrival('2026-10-24T23:59:59Z')
  await addArrival('2026-10-25T00:00:00Z')
  await addArrival('2026-10-25T00:14:59Z', 'VIP')
  await addArrival('2026-10-25T00:15:00Z')
  await addArrival('2026-10-25T01:00:00Z')
  const deleted = await addArrival('2026-10-25T01:00:00Z')
  await getSql()`update guests set deleted_at = now() where id = ${deleted.id}`
  const rows = await arrivals({})
  for (const row of rows) arrivalsRow.parse(row)
  expect(rows.map(({ day, time, entered, inside }) => [day, time, entered, inside])).toEqual([
    ['2026-10-25', '01:45', 1, 1],
    ['2026-10-25', '02:00', 2, 3],
    ['2026-10-25', '02:15', 1, 4],
    ['2026-10-25', '02:00', 1, 5],
  ])
  expect(rows[1]?.at).toBe('2026-10-25T00:00:00.000Z')
  expect(await arrivals({ tag: 'VIP' })).toMatchObject([{ time: '02:00', entered: 1, inside: 1 }])
  const range = { from: '2026-10-25T02:00:00+02:00', to: '2026-10-25T00:15:00Z' }
  expect(await arrivals(arrivalsQuery.parse(range))).toMatchObject([{ entered: 2 }])
  expect(arrivalsQuery.safeParse({ from: 'jučer' }).success).toBe(false)
})

/** Stores a passage of a guest at a gate. Returns its id. */
async function addPassage(
  guest: number,
  at: string,
  verdict = 'admitted',
  gate: number | null = 1,
) {
  const row = { id: newPassageId(Date.parse(at)), guest_id: guest, gate_id: gate, at, verdict }
  const direction = verdict === 'left' ? 'out' : 'in'
  await getSql()`insert into passages ${getSql()({ ...row, direction, decided: 'server' })}`
  return row.id
}

const newGuest = async (tag = 'Brucoši') => (await makeGuest({ tag, jmbag: null })).id

async function newGate(name: string) {
  const [gate] = await getSql()`insert into gates (name) values (${name}) returning id`
  return gate?.id as number
}

const arrivalRows = async (query: Record<string, string> = {}) =>
  (await arrivals(arrivalsQuery.parse(query))).map(({ time, entered, left, inside }) =>
    [time, entered, left, inside].join(' '),
  )

it('nights are counted from noon to noon and listed newest first, also when summer time ends', async () => {
  // The night of 24 October 2026 ends at 11:00 UTC, 25 hours after its start.
  const [ana, ivo, mia] = [await newGuest(), await newGuest(), await newGuest()]
  await addPassage(ana, '2026-10-24T10:00:00Z')
  await addPassage(ivo, '2026-10-24T09:59:59Z')
  await addPassage(mia, '2026-10-25T10:45:00Z')
  // A passage after noon belongs to the next night. The list omits that night, since no guest
  // arrived.
  await addPassage(ivo, '2026-10-25T11:00:00Z', 'left')
  await addPassage(ana, '2026-10-26T20:00:00Z', 'left')
  await addPassage(ana, '2026-10-26T21:00:00Z')
  const response = nightsResponse.parse(await nights())
  expect(response.nights.map(({ night, entered, left }) => [night, entered, left])).toEqual([
    ['2026-10-26', 1, 1],
    ['2026-10-24', 2, 0],
    ['2026-10-23', 1, 0],
  ])
  expect(await arrivalRows({ night: '2026-10-23' })).toEqual(['11:45 1 0 1'])
  expect(await arrivalRows({ night: '2026-10-24' })).toEqual(['12:00 1 0 2', '11:45 1 0 3'])
  // The number of guests inside includes those of earlier nights.
  expect(await arrivalRows({ night: '2026-10-25' })).toEqual(['12:00 0 1 2'])
  expect(await arrivalRows({ night: '2026-10-26' })).toEqual(['21:00 0 1 1', '22:00 1 0 2'])
})

// Rule 13.25: a duplicate admission is no arrival.
it('a duplicate admission counts as one arrival, and a voided admission as none', async () => {
  const [ana, ivo] = [await newGuest(), await newGuest()]
  await addPassage(ana, '2026-11-20T20:00:00Z')
  await addPassage(ana, '2026-11-20T20:20:00Z')
  const voided = await addPassage(ivo, '2026-11-20T20:30:00Z')
  await getSql()`insert into passages (id, guest_id, direction, verdict, decided, at, voids)
    values (${newPassageId()}, ${ivo}, 'in', 'inside', 'server', '2026-11-22T20:00:00Z', ${voided})`
  await addPassage(ana, '2026-11-20T22:00:00Z', 'left')
  expect(await arrivalRows({ night: '2026-11-20' })).toEqual(['21:00 1 0 1', '23:00 0 1 0'])
})

it('a guest admitted twice at two gates arrives once, and counts as inside at the last gate', async () => {
  const south = await newGate('Jug')
  const ana = await newGuest()
  await addPassage(ana, '2026-11-20T20:00:00Z')
  await addPassage(ana, '2026-11-20T20:20:00Z', 'admitted', south)
  await addPassage(ana, '2026-11-20T22:00:00Z', 'left')
  const night = '2026-11-20'
  expect(await arrivalRows({ night })).toEqual(['21:00 1 0 1', '23:00 0 1 0'])
  expect(await arrivalRows({ night, gate: '1' })).toEqual([
    '21:00 1 0 1',
    '21:15 0 0 0',
    '23:00 0 1 0',
  ])
  expect(await arrivalRows({ night, gate: String(south) })).toEqual(['21:15 0 0 1', '23:00 0 0 0'])
})

it('arrivals can be filtered by gate, also by a deleted gate, and by guest list', async () => {
  const north = await newGate('Sjever')
  const [ana, ivo, vip, withoutGate] = [
    await newGuest(),
    await newGuest(),
    await newGuest('VIP'),
    await newGuest(),
  ] as [number, number, number, number]
  await addPassage(ana, '2026-11-20T20:00:00Z')
  await addPassage(ivo, '2026-11-20T20:05:00Z', 'admitted', north)
  await addPassage(vip, '2026-11-20T20:30:00Z', 'admitted', north)
  await addPassage(withoutGate, '2026-11-20T20:45:00Z', 'admitted', null)
  // The guest came in by the first gate and leaves by the other. The exit counts at the other gate,
  // and the first gate has one guest fewer inside.
  await addPassage(ana, '2026-11-20T21:00:00Z', 'left', north)
  await getSql()`update gates set deleted_at = now() where id = ${north}`
  const night = '2026-11-20'
  expect(await arrivalRows({ night, gate: '1' })).toEqual(['21:00 1 0 1', '22:00 0 0 0'])
  expect(await arrivalRows({ night, gate: String(north) })).toEqual([
    '21:00 1 0 1',
    '21:30 1 0 2',
    '22:00 0 1 2',
  ])
  expect(await arrivalRows({ night, gate: '0' })).toEqual(['21:45 1 0 1'])
  const response = await nights()
  expect(response.nights[0]?.gates).toEqual([0, 1, north])
  expect(response.gates).toEqual([
    { id: 1, name: 'Ulaz', isDeleted: false },
    { id: north, name: 'Sjever', isDeleted: true },
  ])
  const list = response.lists.find(({ name }) => name === 'VIP')?.id
  expect(await arrivalRows({ night, list: String(list) })).toEqual(['21:30 1 0 1'])
  expect(await arrivalRows({ night, list: String(list), gate: '1' })).toEqual([])
  for (const wrong of [{ gate: '-1' }, { list: '0' }, { night: '2026-02-30' }])
    expect(arrivalsQuery.safeParse(wrong).success).toBe(false)
})

it('the arrivals of a night are exported as a spreadsheet with sums', async () => {
  const ana = await newGuest()
  await addPassage(ana, '2026-11-20T22:45:00Z')
  await addPassage(ana, '2026-11-20T23:10:00Z', 'left')
  const file = await buffer(
    arrivalsWorkbook(await arrivals(arrivalsQuery.parse({ night: '2026-11-20' }))),
  )
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(file as never)
  const rows = workbook.worksheets[0]?.getSheetValues() ?? []
  expect(rows.slice(1).map((row) => (row as unknown[]).slice(1))).toEqual([
    ['Datum', 'Od', 'Ušlo', 'Izašlo', 'Unutra na kraju'],
    [new Date('2026-11-20T00:00:00Z'), '23:45', 1, 0, 1],
    [new Date('2026-11-21T00:00:00Z'), '00:00', 0, 1, 0],
    ['Ukupno', undefined, 1, 1, 0],
  ])
})

it('the report of today shows sales, guests, mails, site state and the date of erasure', async () => {
  const sql = getSql()
  await addSale('2026-10-25T10:00:00Z')
  await addSale('2026-10-24T10:00:00Z')
  await addArrival('2026-10-25T20:00:00Z')
  await sql`insert into mails (template, to_mail, state)
    values ('x', 'a@b.hr', 'failed'), ('x', 'a@b.hr', 'queued'), ('x', 'a@b.hr', 'sent')`
  await sql`update visibility_flags set visible = true where name = 'COMINGSOON_VISIBILITY'`
  await sql`update visibility_flags set at = '2026-11-01T19:00:00Z' where name = 'TIMER_TIME'`
  const report = await reportToday(new Date('2026-10-25T21:00:00Z'))
  expect(todayReport.parse(report)).toEqual({
    date: '25.10.2026.',
    soldToday: 1,
    sold: 2,
    guests: 3,
    inside: 1,
    mails: { waiting: 1, failed: 1 },
    site: { live: '1', timerTime: '2026-11-01T19:00:00.000Z', sponsorsInputTime: null },
    erasesAt: null,
  })
  await sql`update editions set opens_at = '2026-11-01T19:00:00Z', closes_at = '2026-11-02T03:00:00Z'`
  expect((await reportToday()).erasesAt).toBe('2027-01-01T03:00:00.000Z')
  await sql`update editions set erased_at = closes_at + interval '1 second'`
  expect((await reportToday()).erasesAt).toBeNull()
})
