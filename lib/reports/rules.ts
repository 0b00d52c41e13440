import { zagrebDay } from '@/lib/time'
import type { ArrivalsRow, DailyReportRow } from './schema'

export type SalesOfDay = Omit<DailyReportRow, 'date'>

/** The chart stays readable on a phone up to this many days; the table has them all. */
const CHART_DAYS = 60
const DAY_MS = 86_400_000

/** From noon to noon in UTC, so that no clock change can skip or repeat a day. */
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Sales for a chart: oldest day first, with the days on which nothing was sold. */
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
/** Quarters of an hour in a chart of arrivals: twelve hours are a night. */
const NIGHT = 48

export type Arrivals = Pick<ArrivalsRow, 'at' | 'entered' | 'left' | 'inside'>

/** The day on which a night began: at noon it becomes the next one. */
const nightBegan = ({ at }: Arrivals) => zagrebDay(new Date(Date.parse(at) - DAY_MS / 2))

/** The nights in which somebody came or went, newest first, by the days on which they began. */
export function nightsOf(rows: Arrivals[]): { day: string; rows: Arrivals[] }[] {
  const days = [...new Set(rows.map(nightBegan))].reverse()
  // With all that came before, which says how many were inside when a night began.
  return days.map((day) => ({ day, rows: rows.filter((row) => nightBegan(row) <= day) }))
}

/** Arrivals of the last night for a chart, with the quarters in which nobody came. */
export function nightOf(rows: Arrivals[]): Arrivals[] {
  const last = rows.at(-1)
  if (!last) return []
  const byTime = new Map(rows.map((row) => [Date.parse(row.at), row]))
  const end = Date.parse(last.at)
  const start = Math.max(end - (NIGHT - 1) * QUARTER_MS, Date.parse(rows[0]?.at ?? last.at))
  let inside = rows.findLast((row) => Date.parse(row.at) < start)?.inside ?? 0
  const night: Arrivals[] = []
  for (let at = start; at <= end; at += QUARTER_MS) {
    const row = byTime.get(at)
    inside = row?.inside ?? inside
    night.push(row ?? { at: new Date(at).toISOString(), entered: 0, left: 0, inside })
  }
  return night
}
