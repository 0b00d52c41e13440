'use client'

import { useQuery } from '@tanstack/react-query'
import { QUIETLY } from '@/components/admin/reports/arrivals-chart'
import { grouped } from '@/components/ui/grouped'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/http/client'
import type { TodayReport } from '@/lib/reports/schema'
import { formatDateTime, formatTime } from '@/lib/time'
import { Figure } from './figure'

/** The day at a glance, for admins: sales, who is inside, mail and the site. */
export function Today() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['reports', 'today'],
    queryFn: ({ signal }) => api('GET', '/reports/today', { signal }),
    ...QUIETLY,
  })
  return (
    <section aria-label="Danas" className="mb-6">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          label="Prodano danas"
          value={data?.soldToday}
          note={data && `ukupno ${grouped(data.sold)} karata`}
          href="/admin/daily-report"
        />
        <Figure
          label="Unutra"
          value={data?.inside}
          note={data && `od ${grouped(data.sold)} s kartom`}
          share={data && data.sold > 0 ? data.inside / data.sold : 0}
        />
        <Figure
          label="Mailovi na čekanju"
          value={data?.mails.waiting}
          note={
            data &&
            (data.mails.failed > 0
              ? `neuspjelo: ${grouped(data.mails.failed)}`
              : 'sve ostalo je riješeno')
          }
          isAlarm={(data?.mails.failed ?? 0) > 0}
          href="/admin/mails"
        />
        <Figure
          label="Stranica"
          value={data && (data.site.live === '1' ? 'Otvorena' : 'Najava')}
          note={data && timesOf(data)}
          href="/admin/visibility"
        />
      </dl>
      <p className="mt-2 min-h-5 text-sm text-muted">
        {data && `Stanje u ${formatTime(new Date(dataUpdatedAt))}.`}
        {data && error && ' Novije stanje trenutno nije dostupno.'}
      </p>
      {!data && error && <Notice tone="error">Stanje dana nije dostupno. {error.message}</Notice>}
    </section>
  )
}

function timesOf({ site: { sponsorsInputTime } }: TodayReport): string {
  if (!sponsorsInputTime) return 'popisi sponzora bez roka'
  const isOver = Date.parse(sponsorsInputTime) < Date.now()
  return `${isOver ? 'popisi zatvoreni' : 'popisi sponzora do'} ${formatDateTime(sponsorsInputTime)}`
}
