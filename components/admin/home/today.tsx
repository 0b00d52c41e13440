'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import Link from 'next/link'
import { BACKGROUND_REFETCH } from '@/components/admin/reports/arrivals-chart'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { daysLabel, daysUntilErasure } from '@/lib/editions/rules'
import type { TodayReport } from '@/lib/reports/schema'
import { formatDate, formatDateTime, formatTime, zagrebDay } from '@/lib/time/zagreb'

/** The day at a glance, for admins: sales, who is inside, mail and the site. */
export function Today() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['reports', 'today'],
    queryFn: ({ signal }) => api('GET', '/reports/today', { signal }),
    ...BACKGROUND_REFETCH,
  })
  return (
    <section aria-label="Danas" className="mb-6">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure
          label="Prodano danas"
          value={data?.soldToday}
          note={data && `ukupno ${formatNumber(data.sold)} karata`}
          href="/admin/daily-report"
        />
        <Figure
          label="Unutra"
          value={data?.inside}
          note={data && `od ${formatNumber(data.sold)} s kartom`}
          share={data && data.sold > 0 ? data.inside / data.sold : 0}
          href="/admin/night"
        />
        <Figure
          label="Mailovi na čekanju"
          value={data?.mails.waiting}
          note={
            data &&
            (data.mails.failed > 0
              ? `neuspjelo: ${formatNumber(data.mails.failed)}`
              : 'sve ostalo je riješeno')
          }
          isAlarm={(data?.mails.failed ?? 0) > 0}
          href="/admin/mails"
        />
        <Figure
          label="Stranica"
          value={data && (data.site.live === '1' ? 'Otvorena' : 'Najava')}
          note={data && describeDeadline(data)}
          href="/admin/visibility"
        />
      </dl>
      <p className="mt-2 min-h-5 text-sm text-muted">
        <span>{data && `Stanje u ${formatTime(new Date(dataUpdatedAt))}.`}</span>
        <span>{data && error && ' Novije stanje trenutno nije dostupno.'}</span>
      </p>
      <ErasureNotice at={data?.erasesAt ?? null} />
      {!data && error && <Notice tone="error">Stanje dana nije dostupno. {error.message}</Notice>}
    </section>
  )
}

/** Notice that personal data will be erased automatically, shown from 30 days before. */
function ErasureNotice({ at }: { at: string | null }) {
  const days = daysUntilErasure(at, new Date(), zagrebDay)
  if (at === null || days === null) return null
  return (
    <Notice className="mt-2">
      Osobni podaci gostiju brišu se sami{' '}
      <strong>{days === 0 ? 'danas' : `za ${daysLabel(days)}`}</strong>, {formatDate(at)} Što želite
      sačuvati,{' '}
      <Link href="/admin/end-edition" className="font-semibold underline">
        preuzmite prije toga
      </Link>
      .
    </Notice>
  )
}

function describeDeadline({ site: { sponsorsInputTime } }: TodayReport): string {
  if (!sponsorsInputTime) return 'popisi sponzora bez roka'
  const isOver = Date.parse(sponsorsInputTime) < Date.now()
  return `${isOver ? 'popisi zatvoreni' : 'popisi sponzora do'} ${formatDateTime(sponsorsInputTime)}`
}

interface Props {
  label: string
  /** Value of the figure. A dash is shown while it is undefined. */
  value: number | string | undefined
  note?: string
  /** Proportion from 0 to 1, shown as a bar. */
  share?: number
  /** Whether the figure shows a problem that needs attention. */
  isAlarm?: boolean
  /** URL of the screen with the details. */
  href?: string
}

/** One figure of the day. The whole tile is a link to the details. */
function Figure({ label, value, note, share, isAlarm, href }: Props) {
  return (
    <div
      className={`relative flex min-w-0 flex-col rounded-lg border bg-panel px-4 py-3 ${
        isAlarm ? 'border-stop' : 'border-edge'
      } ${href ? 'hover:bg-panel-2' : ''}`}
    >
      <dt className="text-sm text-muted">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-lg">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd
        className={`font-bold tabular-nums ${
          typeof value === 'string' ? 'text-2xl leading-9' : 'text-3xl'
        }`}
      >
        {typeof value === 'number' ? formatNumber(value) : (value ?? '–')}
      </dd>
      {share !== undefined && (
        <dd aria-hidden="true" className="my-1.5 h-1.5 overflow-hidden rounded-full bg-panel-2">
          <span
            className="block h-full rounded-full bg-go"
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </dd>
      )}
      <dd
        className={`flex items-center gap-1.5 text-sm ${isAlarm ? 'font-semibold text-stop' : 'text-muted'}`}
      >
        {isAlarm && <CircleAlert aria-hidden="true" className="size-4 shrink-0" />}
        <span>{note ?? ' '}</span>
      </dd>
    </div>
  )
}
