import { expect, it } from 'vitest'
import { todayStats } from '@/lib/guests/lists'
import { dailyReport } from '@/lib/reports/service'
import { makeGuest } from '../support/factories'

let code = 0
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
