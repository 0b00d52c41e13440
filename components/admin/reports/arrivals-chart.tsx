'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { api } from '@/lib/http/client'
import { type Arrivals, nightOf } from '@/lib/reports/rules'
import { formatDate, formatTime } from '@/lib/time'
import type { Bar } from './bar-chart'

/** For what stands open all night: read again now and then, without a word when it fails. */
export const QUIETLY = { refetchInterval: 30_000 }

/** Its script comes once there is something to show. */
const BarChart = dynamic(() => import('./bar-chart').then((file) => file.BarChart))

const bar = ({ at, entered, inside }: Arrivals): Bar => ({
  key: at,
  parts: [entered],
  axis: formatTime(at),
  heading: `${formatDate(at)} ${formatTime(at)}`,
  numbers: [
    ['ušlo', entered],
    ['unutra', inside],
  ],
})

/** Arrivals of the last night by the quarter of an hour; nothing before the first. */
export function ArrivalsChart() {
  const { data } = useQuery({
    queryKey: ['reports', 'arrivals'],
    queryFn: ({ signal }) => api('GET', '/reports/arrivals', { signal }),
    select: ({ rows }) => rows,
    ...QUIETLY,
  })
  if (!data?.length) return null
  return (
    <BarChart
      title="Dolasci po četvrt sata"
      sliderLabel="Četvrt sata na grafu dolazaka"
      bars={nightOf(data).map(bar)}
      className="mb-6"
    />
  )
}
