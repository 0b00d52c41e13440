'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { ApiError, api } from '@/lib/http/client'
import { formatTime } from '@/lib/time'
import { SalesChart } from './sales-chart'
import { SalesTable } from './sales-table'

/** The daily report (spec section 2): sales by day, to look at and to read. */
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
            Osvježi
          </Button>
        </div>
      </div>
      {error && !isFetching && (
        <Notice tone="error" className="mb-5">
          Izvještaj se ne može dohvatiti. {error instanceof ApiError && error.detail}
        </Notice>
      )}
      {!data && isFetching && (
        <p role="status" className="flex items-center gap-3 py-10 text-muted">
          <Spinner />
          Dohvaćamo izvještaj…
        </p>
      )}
      {data?.length === 0 && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-14 text-center text-muted">
          Još nije prodana nijedna karta. Prvi dan prodaje pojavit će se ovdje.
        </p>
      )}
      {data && data.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <SalesChart rows={data} />
          <SalesTable rows={data} />
        </div>
      )}
    </>
  )
}
