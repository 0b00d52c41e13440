'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Select } from '@/components/ui/field'
import { api } from '@/lib/http/client'
import { type Arrivals, nightOf, nightsOf } from '@/lib/reports/rules'
import { formatDate, formatTime } from '@/lib/time'
import type { Bar } from './bar-chart'

/** For what stands open all night: read again now and then, without a word when it fails. */
export const QUIETLY = { refetchInterval: 30_000 }

/** Its script comes once there is something to show. */
const BarChart = dynamic(() => import('./bar-chart').then((file) => file.BarChart))

const bar = ({ at, entered, left, inside }: Arrivals): Bar => ({
  key: at,
  parts: [entered],
  axis: formatTime(at),
  heading: `${formatDate(at)} ${formatTime(at)}`,
  numbers: [
    ['ušlo', entered],
    ['izašlo', left],
    ['unutra', inside],
  ],
})

/** Arrivals of a night by the quarter of an hour, the last unless chosen; nothing before the first. */
export function ArrivalsChart() {
  const [chosen, setChosen] = useState<string>()
  const { data } = useQuery({
    queryKey: ['reports', 'arrivals'],
    queryFn: ({ signal }) => api('GET', '/reports/arrivals', { signal }),
    select: ({ rows }) => rows,
    ...QUIETLY,
  })
  const nights = nightsOf(data ?? [])
  const night = nights.find(({ day }) => day === chosen) ?? nights[0]
  if (!night) return null
  return (
    <BarChart
      title="Dolasci po četvrt sata"
      sliderLabel="Četvrt sata na grafu dolazaka"
      bars={nightOf(night.rows).map(bar)}
      className="mb-6"
    >
      {nights.length > 1 && (
        <Select label="Noć" value={night.day} onChange={({ target }) => setChosen(target.value)}>
          {nights.map(({ day }) => (
            <option key={day} value={day}>
              {formatDate(`${day}T12:00:00Z`)}
            </option>
          ))}
        </Select>
      )}
    </BarChart>
  )
}
