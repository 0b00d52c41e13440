import { describe, expect, it } from 'vitest'
import { chartDays, nightOf, nightsOf, salesTotals } from '@/lib/reports/rules'

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

  it('neither skips nor repeats a day when the clock moves', () => {
    for (const [first, last] of [
      ['2026-03-27', '2026-03-31'],
      ['2026-10-23', '2026-10-27'],
    ] as const) {
      const days = chartDays([sold(last, 1, 0), sold(first, 1, 0)]).map((row) => row.day)
      expect(days).toHaveLength(5)
      expect(new Set(days).size).toBe(5)
    }
  })

  it('keeps to the newest sixty days', () => {
    const days = chartDays([sold('2026-11-21', 1, 0), sold('2020-01-01', 1, 0)])
    expect(days).toHaveLength(60)
    expect(days.at(-1)?.day).toBe('2026-11-21')
  })

  it('is empty without sales', () => {
    expect(chartDays([])).toEqual([])
  })
})

it('adds up all days', () => {
  expect(salesTotals([sold('2026-11-03', 1, 2), sold('2026-10-31', 4, 0)])).toEqual({
    total: 7,
    before12: 5,
    after12: 2,
  })
})

describe('the night of arrivals', () => {
  const at = (time: string, entered: number, inside: number) => ({
    at: `2026-11-${time}:00.000Z`,
    entered,
    left: 0,
    inside,
  })

  it('has the quarters in which nobody came, across midnight', () => {
    const rows = [at('20T23:30', 2, 2), at('21T00:15', 3, 5)]
    expect(nightOf(rows)).toEqual([rows[0], at('20T23:45', 0, 2), at('21T00:00', 0, 2), rows[1]])
    expect(nightOf([])).toEqual([])
  })

  it('is the last one, and knows who was inside before', () => {
    const night = nightOf([at('19T20:00', 9, 9), at('20T20:00', 1, 10)])
    expect(night).toHaveLength(48)
    expect(night[0]).toEqual(at('20T08:15', 0, 9))
    expect(night.at(-1)).toEqual(at('20T20:00', 1, 10))
  })

  it('is any that is chosen, from noon to noon in Zagreb', () => {
    const rows = [at('19T20:00', 9, 9), at('20T01:00', 1, 10), at('20T11:30', 2, 12)]
    expect(nightsOf(rows)).toEqual([
      { day: '2026-11-20', rows },
      { day: '2026-11-19', rows: rows.slice(0, 2) },
    ])
    expect(nightsOf([])).toEqual([])
  })
})
