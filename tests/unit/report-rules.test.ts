import { describe, expect, it } from 'vitest'
import { arrivalsTotals, chartDays, fillQuarterHours, salesTotals } from '@/lib/reports/rules'
import { nightBounds, nightDayOf } from '@/lib/time/zagreb'

const sold = (day: string, before12: number, after12: number) => ({
  day,
  total: before12 + after12,
  before12,
  after12,
})

describe('the chart of the daily report', () => {
  it('shows the oldest day first, and the days without a sale', () => {
    expect(chartDays([sold('2026-11-03', 1, 2), sold('2026-10-31', 4, 0)])).toEqual([
      sold('2026-10-31', 4, 0),
      sold('2026-11-01', 0, 0),
      sold('2026-11-02', 0, 0),
      sold('2026-11-03', 1, 2),
    ])
  })

  it('neither skips nor repeats a day when summer time begins or ends', () => {
    for (const [first, last] of [
      ['2026-03-27', '2026-03-31'],
      ['2026-10-23', '2026-10-27'],
    ] as const) {
      const days = chartDays([sold(last, 1, 0), sold(first, 1, 0)]).map((row) => row.day)
      expect(days).toHaveLength(5)
      expect(new Set(days).size).toBe(5)
    }
  })

  it('shows only the newest sixty days', () => {
    const days = chartDays([sold('2026-11-21', 1, 0), sold('2020-01-01', 1, 0)])
    expect(days).toHaveLength(60)
    expect(days.at(-1)?.day).toBe('2026-11-21')
  })

  it('is empty without sales', () => {
    expect(chartDays([])).toEqual([])
  })
})

it('salesTotals adds up all days', () => {
  expect(salesTotals([sold('2026-11-03', 1, 2), sold('2026-10-31', 4, 0)])).toEqual({
    total: 7,
    before12: 5,
    after12: 2,
  })
})

describe('a night', () => {
  const nightOf = (at: string) => nightDayOf(new Date(at))

  it('is named by the day on which it starts, at noon in Zagreb', () => {
    expect(nightOf('2026-11-20T11:00:00Z')).toBe('2026-11-20')
    expect(nightOf('2026-11-21T10:59:59Z')).toBe('2026-11-20')
    expect(nightOf('2026-11-21T11:00:00Z')).toBe('2026-11-21')
  })

  it('has 25 or 23 hours when summer time ends or begins', () => {
    const hours = (day: string) => {
      const { from, to } = nightBounds(day)
      expect(nightDayOf(from)).toBe(day)
      expect(nightDayOf(new Date(to.getTime() - 1))).toBe(day)
      expect(nightDayOf(to)).not.toBe(day)
      return (to.getTime() - from.getTime()) / 3_600_000
    }
    expect(['2026-10-24', '2026-10-25', '2026-03-28'].map(hours)).toEqual([25, 24, 23])
  })
})

describe('the arrivals of a night', () => {
  const at = (time: string, entered: number, left: number, inside: number) => ({
    at: `2026-11-${time}:00.000Z`,
    entered,
    left,
    inside,
  })
  const rows = [at('20T23:30', 2, 0, 9), at('21T00:15', 3, 1, 11)]

  it('include the quarter-hours without a passage, also across midnight', () => {
    const between = [at('20T23:45', 0, 0, 9), at('21T00:00', 0, 0, 9)]
    expect(fillQuarterHours(rows)).toEqual([rows[0], ...between, rows[1]])
    expect(fillQuarterHours([])).toEqual([])
  })

  it('are added up, with the number of guests inside at the end', () => {
    expect(arrivalsTotals(rows)).toEqual({ entered: 5, left: 1, inside: 11 })
    expect(arrivalsTotals([])).toEqual({ entered: 0, left: 0, inside: 0 })
  })
})
