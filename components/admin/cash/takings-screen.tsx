'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { CloseShift } from '@/components/admin/desk/shift-dialogs'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import type { Takings } from '@/lib/cash/schema'
import { formatDate, formatDateTime } from '@/lib/time/zagreb'
import { DayTakings } from './day-takings'

/** Screen that compares the takings with the counted cash, by day and seller. */
export function TakingsScreen() {
  const settings = useQuery({
    queryKey: ['cash', 'settings'],
    queryFn: () => api('GET', '/cash/settings'),
  })
  const takings = useQuery({
    queryKey: ['takings'],
    queryFn: () => api('GET', '/cash/takings'),
    select: ({ rows }) => rows,
  })
  const rows = takings.data ?? []
  const days = [...new Set(rows.map(({ day }) => day))]
  return (
    <>
      <ScreenHead title="Blagajna">
        <DownloadButton file={() => api('GET', '/cash/takings/export')}>
          Preuzmi (Excel)
        </DownloadButton>
        <Button pending={takings.isFetching} onClick={() => takings.refetch()}>
          {!takings.isFetching && <RotateCw aria-hidden="true" className="size-4" />}
          <span>Osvježi</span>
        </Button>
      </ScreenHead>
      {settings.data?.on === '0' && (
        <Notice className="mb-5">
          Blagajna je isključena. Uključuje se, s cijenama karata, na stranici{' '}
          <Link href="/admin/festival" className="font-semibold underline">
            Festival
          </Link>
          .
        </Notice>
      )}
      <QueryState query={takings} failed="Obračun se ne može dohvatiti." />
      <OpenShifts rows={rows} />
      {takings.isSuccess && rows.length === 0 && settings.data?.on === '1' && (
        <Notice>Još nitko nije otvorio smjenu. Prva prodaja za novac pojavit će se ovdje.</Notice>
      )}
      <div className="space-y-6">
        {days.map((day) => (
          <DayTakings
            key={day}
            title={formatDate(`${day}T12:00:00Z`)}
            rows={rows.filter((row) => row.day === day)}
          />
        ))}
        {days.length > 1 && <DayTakings title="Sve zajedno" rows={rows} isSum />}
      </div>
    </>
  )
}

/**
 * List of open cash shifts, whose cash is not counted yet. An admin can close a shift that its
 * seller left open.
 */
function OpenShifts({ rows }: { rows: Takings[] }) {
  const [closing, setClosing] = useState<Takings | null>(null)
  const open = rows.filter(({ shiftId, closedAt }) => shiftId !== null && closedAt === null)
  const sellerNameOf = (row: Takings) => row.seller?.name ?? 'Obrisan korisnik'
  return (
    <>
      {open.length > 0 && (
        <section aria-labelledby="otvorene" className="mb-6">
          <h2 id="otvorene" className="mb-2 text-lg font-bold">
            Otvorene smjene
          </h2>
          <ul className="divide-y divide-edge rounded-lg border border-edge bg-panel">
            {open.map((row) => (
              <li
                key={row.shiftId}
                className="flex flex-wrap items-center justify-between gap-3 px-4 py-2"
              >
                <p className="min-w-0">
                  <strong className="break-words">{sellerNameOf(row)}</strong>
                  <span className="block text-sm text-muted">
                    od {formatDateTime(row.openedAt as string)}
                  </span>
                </p>
                <Button onClick={() => setClosing(row)}>Prebroji i zatvori</Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {closing && (
        <CloseShift
          shift={{ id: closing.shiftId as number }}
          sellerName={sellerNameOf(closing)}
          onClose={() => setClosing(null)}
        />
      )}
    </>
  )
}
