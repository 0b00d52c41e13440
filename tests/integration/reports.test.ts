import { beforeEach, expect, it } from 'vitest'
import { getSql } from '@/db/client'
import { todayStats } from '@/lib/guests/lists'
import { arrivalsQuery, arrivalsRow, todayReport } from '@/lib/reports/schema'
import { arrivals, dailyReport, reportToday } from '@/lib/reports/service'
import { makeGuest } from '../support/factories'

let code = 0
beforeEach(async () => {
  await getSql()`delete from guests`
})

const sale = (bought_at: string) => {
  const conf_code = `00000000-0000-1000-8000-${String(++code).padStart(12, '0')}`
  return makeGuest({ bought_at, conf_code })
}

it('groups sales by Zagreb day and noon, also when the clock moves', async () => {
  // 25 October 2026 has 25 hours in Zagreb: noon is 11:00 UTC, the day ends at 23:00 UTC.
  await sale('2026-10-24T21:59:59Z')
  await sale('2026-10-24T22:00:00Z')
  await sale('2026-10-25T10:59:59Z')
  await sale('2026-10-25T11:00:00Z')
  await sale('2026-10-25T22:59:59Z')
  await sale('2026-10-25T23:00:00Z')
  // 29 March 2026 has 23: noon is 10:00 UTC.
  await sale('2026-03-29T09:59:59Z')
  await sale('2026-03-29T10:00:00Z')
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

const arrival = (entered_at: string, tag = 'Brucoši') => makeGuest({ entered_at, tag, jmbag: null })

it('groups arrivals by the quarter of an hour in Zagreb, also when the clock moves', async () => {
  // At 01:00 UTC on 25 October 2026 it is 03:00 and then 02:00 again in Zagreb.
  await arrival('2026-10-24T23:59:59Z')
  await arrival('2026-10-25T00:00:00Z')
  await arrival('2026-10-25T00:14:59Z', 'VIP')
  await arrival('2026-10-25T00:15:00Z')
  await arrival('2026-10-25T01:00:00Z')
  const gone = await arrival('2026-10-25T01:00:00Z')
  await getSql()`update guests set deleted_at = now() where id = ${gone.id}`
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
  const stretch = { from: '2026-10-25T02:00:00+02:00', to: '2026-10-25T00:15:00Z' }
  expect(await arrivals(arrivalsQuery.parse(stretch))).toMatchObject([{ entered: 2 }])
  expect(arrivalsQuery.safeParse({ from: 'jučer' }).success).toBe(false)
})

it('shows the day at a glance', async () => {
  const sql = getSql()
  await sale('2026-10-25T10:00:00Z')
  await sale('2026-10-24T10:00:00Z')
  await arrival('2026-10-25T20:00:00Z')
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
  })
})
