'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { useEditions } from '@/components/admin/editions/earlier-editions'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { ApiError, api } from '@/lib/api-client/client'
import { alignSales } from '@/lib/editions/rules'
import { chartDays, type SalesOfDay, salesTotals } from '@/lib/reports/rules'
import type { DailyReportRow } from '@/lib/reports/schema'
import { formatDate, formatShortDate, formatTime, zagrebDay } from '@/lib/time/zagreb'
import type { Bar } from './bar-chart'
import { BarChart } from './chart'
import { useEarlierEditions } from './earlier-editions'
import { ReportTable } from './report-table'

/** Screen of the daily report (rule 13.20): sales by day, as a chart and as a table. */
export function DailyReport() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['reports', 'daily'],
    queryFn: () => api('GET', '/reports/daily'),
    select: ({ rows }) => rows,
  })
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-2xl font-bold">Dnevni izvještaj</h1>
          <p className="min-h-5 text-sm text-muted">
            {data &&
              `Stanje u ${formatTime(new Date(dataUpdatedAt))}, dana s prodajom: ${data.length}`}
          </p>
        </div>
        <div className="flex gap-2">
          <DownloadButton file={() => api('GET', '/reports/daily/export')}>
            Preuzmi (Excel)
          </DownloadButton>
          <Button pending={isFetching} onClick={() => refetch()}>
            {!isFetching && <RotateCw aria-hidden="true" className="size-4" />}
            <span>Osvježi</span>
          </Button>
        </div>
      </div>
      {error && !isFetching && (
        <Notice tone="error" className="mb-5">
          Izvještaj se ne može dohvatiti. <span>{error instanceof ApiError && error.detail}</span>
        </Notice>
      )}
      {!data && isFetching && (
        <p role="status" className="flex items-center gap-3 py-10 text-muted">
          <Spinner />
          Dohvaćamo izvještaj…
        </p>
      )}
      {data?.length === 0 && <NoSales />}
      {data && data.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <SalesChart rows={data} />
          <SalesTable rows={data} />
        </div>
      )}
    </>
  )
}

/**
 * Explains why the report is empty: no ticket was sold, or the people of the edition were erased
 * automatically.
 */
function NoSales() {
  const { data, isPending } = useEditions()
  if (isPending) return null
  const erasedAt = data?.erased?.erasedAt
  return (
    <p className="rounded-lg border border-dashed border-edge px-6 py-14 text-center text-muted">
      <span>
        {erasedAt
          ? `Osobe ovog izdanja obrisane su ${formatDate(erasedAt)} Zbrojevi prodaje i dolazaka ostali su ovdje: `
          : 'Još nije prodana nijedna karta. Prvi dan prodaje pojavit će se ovdje.'}
      </span>
      {erasedAt && (
        <Link href="/admin/end-edition" className="font-semibold underline">
          Kraj festivala
        </Link>
      )}
    </p>
  )
}

const noonOf = (day: string) => `${day}T12:00:00Z`

const toBar = ({ day, total, before12, after12 }: SalesOfDay): Bar => ({
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

/**
 * Chart of the sales by day, stacked by before and after noon. Earlier editions are lines, aligned
 * by the days before their opening.
 */
function SalesChart({ rows }: { rows: SalesOfDay[] }) {
  const days = chartDays(rows)
  const { lines, needsOpeningTime } = useEarlierEditions((ours, earlier) =>
    alignSales(
      days.map(({ day }) => day),
      ours,
      earlier,
      zagrebDay,
    ),
  )
  return (
    <BarChart
      title="Prodaja po danima"
      sliderLabel="Dan na grafu prodaje"
      legend={['prije 12:00', 'nakon 12:00']}
      lines={lines}
      bars={days.map(toBar)}
      className="lg:sticky lg:top-20"
    >
      {lines.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Crta je ranije izdanje, s jednako dana do otvaranja vrata.
        </p>
      )}
      {needsOpeningTime && (
        <p className="mt-3 text-sm text-muted">
          Ranija izdanja vide se ovdje kad se upiše otvaranje vrata.
        </p>
      )}
    </BarChart>
  )
}

type Column = 'day' | 'total' | 'before12' | 'after12'

const COLUMNS: { key: Column; label: string }[] = [
  { key: 'day', label: 'Datum' },
  { key: 'total', label: 'Ukupno prodano' },
  { key: 'before12', label: 'Prije 12:00' },
  { key: 'after12', label: 'Nakon 12:00' },
]

/** One row per day with sales, newest first unless sorted otherwise, and the sum of all. */
function SalesTable({ rows }: { rows: DailyReportRow[] }) {
  const [sort, setSort] = useState<{ by: Column; isAscending: boolean }>({
    by: 'day',
    isAscending: false,
  })
  const sorted = rows.toSorted((a, b) => {
    const [x, y] = [a[sort.by], b[sort.by]]
    const order = x < y ? -1 : x > y ? 1 : a.day < b.day ? -1 : 1
    return sort.isAscending ? order : -order
  })
  const Arrow = sort.isAscending ? ArrowUp : ArrowDown
  return (
    <ReportTable
      caption={`Prodane karte po danima, ukupno ${rows.length} dana`}
      padding={{ name: 'pl-4 md:pl-5', number: 'pr-5 md:pr-8' }}
      head={COLUMNS.map(({ key, label }) => {
        const isSorted = sort.by === key
        return (
          <th
            key={key}
            scope="col"
            aria-sort={isSorted ? (sort.isAscending ? 'ascending' : 'descending') : undefined}
            className="align-bottom first:text-left"
          >
            <button
              type="button"
              onClick={() => setSort({ by: key, isAscending: isSorted && !sort.isAscending })}
              className={`relative inline-flex min-h-11 items-end py-2 text-sm leading-tight font-semibold hover:text-text ${
                isSorted ? 'text-text' : 'text-muted'
              } ${key === 'day' ? 'pr-5 pl-4 text-left md:pl-5' : 'pr-5 pl-1 text-right md:pr-8'}`}
            >
              {label}
              {isSorted && (
                <Arrow
                  aria-hidden="true"
                  className={`absolute right-0 bottom-2 size-4 ${key === 'day' ? '' : 'md:right-3'}`}
                />
              )}
            </button>
          </th>
        )
      })}
      rows={sorted.map((row) => ({ key: row.day, name: row.date, numbers: numbersOf(row) }))}
      totals={numbersOf(salesTotals(rows))}
    />
  )
}

const numbersOf = (sales: { total: number; before12: number; after12: number }) => [
  sales.total,
  sales.before12,
  sales.after12,
]
