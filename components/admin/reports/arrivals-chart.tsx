'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Select } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import { alignArrivals } from '@/lib/editions/rules'
import { type Arrivals, fillQuarterHours } from '@/lib/reports/rules'
import type { Nights } from '@/lib/reports/schema'
import { formatDate, formatTime } from '@/lib/time/zagreb'
import type { Bar, Line } from './bar-chart'
import { BarChart } from './chart'
import { useEarlierEditions } from './earlier-editions'

/** Query options for screens that stay open all night: refetch every 30 s. */
export const BACKGROUND_REFETCH = { refetchInterval: 30_000 }

/** Loads the nights, and the gates and guest lists by which they can be filtered. */
export const useNights = () =>
  useQuery({
    queryKey: ['reports', 'nights'],
    queryFn: ({ signal }) => api('GET', '/reports/nights', { signal }),
    ...BACKGROUND_REFETCH,
  })

/** Filter of the arrivals: night, gate (0 means passages without a gate) and guest list. */
export interface ArrivalsQuery {
  night?: string
  gate?: string
  list?: string
}

/** Loads the admissions and exits of a night. Sends no request while no night is given. */
export const useArrivals = (query: ArrivalsQuery) =>
  useQuery({
    queryKey: ['reports', 'arrivals', query],
    queryFn: ({ signal }) => api('GET', '/reports/arrivals', { query, signal }),
    select: ({ rows }) => rows,
    enabled: Boolean(query.night),
    ...BACKGROUND_REFETCH,
  })

const toBar = ({ at, entered, left, inside }: Arrivals): Bar => ({
  key: at,
  parts: [entered, left],
  axis: formatTime(at),
  heading: `${formatDate(at)} ${formatTime(at)}`,
  numbers: [
    ['ušlo', entered],
    ['izašlo', left],
    ['unutra', inside],
  ],
})

interface ChartProps {
  rows: Arrivals[]
  lines?: Line[]
  children?: ReactNode
}

/** Chart of the admissions and exits of a night, by quarter of an hour. */
export function ArrivalsChart({ rows, lines, children }: ChartProps) {
  return (
    <BarChart
      title="Dolasci po četvrt sata"
      sliderLabel="Četvrt sata na grafu dolazaka"
      legend={['ušlo', 'izašlo']}
      lines={lines}
      bars={fillQuarterHours(rows).map(toBar)}
    >
      {children}
    </BarChart>
  )
}

/**
 * Arrivals chart of a whole night, with lines of earlier editions that are aligned by the opening
 * time.
 */
export function ArrivalsComparison({ rows }: { rows: Arrivals[] }) {
  const { lines } = useEarlierEditions((ours, earlier) =>
    alignArrivals(
      fillQuarterHours(rows).map(({ at }) => at),
      ours,
      earlier,
    ),
  )
  return (
    <ArrivalsChart rows={rows} lines={lines}>
      {lines.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Crta je koliko ih je ušlo ranije, jednako dugo od otvaranja vrata.
        </p>
      )}
    </ArrivalsChart>
  )
}

/** Select for the night, labelled by its date. */
export function NightSelect(props: {
  nights: Nights['nights']
  value: string
  onChoose: (night: string) => void
}) {
  const { nights, value, onChoose } = props
  return (
    <Select label="Noć" value={value} onChange={({ target }) => onChoose(target.value)}>
      {nights.map(({ night }) => (
        <option key={night} value={night}>
          {formatDate(`${night}T12:00:00Z`)}
        </option>
      ))}
    </Select>
  )
}

/**
 * Arrivals of the latest night on the home screen; another night can be chosen. Renders nothing
 * before the first night.
 */
export function LastNight() {
  const [chosen, setChosen] = useState<string>()
  const { nights = [] } = useNights().data ?? {}
  const night = (nights.find((listed) => listed.night === chosen) ?? nights[0])?.night
  const { data: rows } = useArrivals({ night })
  if (!night || !rows?.length) return null
  return (
    <div className="mb-6">
      <ArrivalsChart rows={rows}>
        {nights.length > 1 && <NightSelect nights={nights} value={night} onChoose={setChosen} />}
      </ArrivalsChart>
    </div>
  )
}
