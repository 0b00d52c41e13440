'use client'

import { chartDays, type SalesOfDay } from '@/lib/reports/rules'
import { formatDate, formatShortDate } from '@/lib/time'
import { type Bar, BarChart } from './bar-chart'

const noonOf = (day: string) => `${day}T12:00:00Z`

const bar = ({ day, total, before12, after12 }: SalesOfDay): Bar => ({
  key: day,
  parts: [before12, after12],
  axis: formatShortDate(noonOf(day)),
  heading: formatDate(noonOf(day)),
  numbers: [
    ['prodano', total],
    ['prije 12:00', before12],
    ['nakon 12:00', after12],
  ],
})

/** Sales by day, before and after noon stacked. */
export function SalesChart({ rows }: { rows: SalesOfDay[] }) {
  return (
    <BarChart
      title="Prodaja po danima"
      sliderLabel="Dan na grafu prodaje"
      legend={['prije 12:00', 'nakon 12:00']}
      bars={chartDays(rows).map(bar)}
      className="lg:sticky lg:top-20"
    />
  )
}
