import { dayAfter } from '@/lib/time/zagreb'
import type { ArrivalsRow, DailyReportRow } from './schema'

export type SalesOfDay = Omit<DailyReportRow, 'date'>

/**
 * Maximum number of days in the chart, so that it stays readable on a phone. The table has all
 * days.
 */
const CHART_DAYS = 60
const _DAY_MS = 86_400_000

/** Returns the sales for a chart, oldest day first, with the days on which no ticket was sold. */
export function chartDays(rows: SalesOfDay[]): SalesOfDay[] {
  const sold = new Map(rows.map((row) => [row.day, row]))
  const days = [...sold.keys()].sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const chart: SalesOfDay[] = []
  for (let day = last; day >= first && chart.length < CHART_DAYS; day = dayAfter(day, -1))
    chart.unshift(sold.get(day) ?? { day, total: 0, before12: 0, after12: 0 })
  return chart
}

export function salesTotals(rows: SalesOfDay[]) {
  const sum = (of: (row: SalesOfDay) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    total: sum((row) => row.total),
    before12: sum((row) => row.before12),
    after12: sum((row) => row.after12),
  }
}

const QUARTER_MS = 15 * 60_000

export type Arrivals = Pick<ArrivalsRow, 'at' | 'entered' | 'left' | 'inside'>

/**
 * Returns the arrivals of a night for a chart, with the quarters of an hour in which nothing
 * changed.
 */
export function fillQuarterHours(rows: Arrivals[]): Arrivals[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const byTime = new Map(rows.map((row) => [Date.parse(row.at), row]))
  let { inside } = first
  const night: Arrivals[] = []
  for (let at = Date.parse(first.at); at <= Date.parse(last.at); at += QUARTER_MS) {
    const row = byTime.get(at)
    inside = row?.inside ?? inside
    night.push(row ?? { at: new Date(at).toISOString(), entered: 0, left: 0, inside })
  }
  return night
}

/** Returns the numbers of arrivals and exits, and of the guests inside at the end. */
export const arrivalsTotals = (rows: Arrivals[]) => ({
  entered: rows.reduce((all, row) => all + row.entered, 0),
  left: rows.reduce((all, row) => all + row.left, 0),
  inside: rows.at(-1)?.inside ?? 0,
})
