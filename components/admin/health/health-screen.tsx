'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { buttonClasses } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { type Health, worst } from '@/lib/health/rules'
import type { HealthReport } from '@/lib/health/schema'
import { formatDuration, formatMoment } from '@/lib/time/zagreb'
import { type Finding, findingsOf } from './findings'

/** Polling interval of the health report in ms. The screen can stay open. */
const POLL_INTERVAL_MS = 10_000

const HEALTH_STYLES = {
  ok: { icon: CircleCheck, label: 'U redu', colour: 'text-go', edge: 'border-l-go' },
  attention: { icon: TriangleAlert, label: 'Pogledajte', colour: '', edge: 'border-l-warn' },
  problem: {
    icon: CircleAlert,
    label: 'Ne radi kako treba',
    colour: 'text-stop',
    edge: 'border-l-stop',
  },
} as const

const OVERALL: Record<Health, string> = {
  ok: 'Sve radi kako treba.',
  attention: 'Radi, ali nešto treba pogledati.',
  problem: 'Nešto ne radi kako treba.',
}

/**
 * Screen with the health of the system: the state of each part in a sentence, and what to do about
 * a problem.
 */
export function HealthScreen() {
  const query = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api('GET', '/health/report', { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  })
  return (
    <>
      <ScreenHead title="Stanje sustava" />
      <QueryState query={query} failed="Stanje se ne može pročitati." />
      {query.data && <Report report={query.data} />}
    </>
  )
}

function Report({ report }: { report: HealthReport }) {
  const findings = findingsOf(report)
  const overall = worst(...findings.map(({ health }) => health))
  const { at, since, version, load } = report
  const uptime = formatDuration(Date.parse(at) - Date.parse(since))
  return (
    <div className="grid max-w-4xl gap-6">
      <p role="status" className="flex items-center gap-3 text-xl font-bold">
        <Sign health={overall} className="size-8" />
        {OVERALL[overall]}
      </p>
      <ul aria-label="Dijelovi sustava" className="grid gap-3">
        {findings.map((finding) => (
          <Row key={finding.part} {...finding} />
        ))}
      </ul>
      <LastFailures report={report} />
      <p className="text-sm text-muted">
        Ovaj poslužitelj radi od {formatMoment(since, new Date(at))} ({uptime}), inačica {version},
        zauzima {formatNumber(Math.round(load.memory / 1024 / 1024))} MB. Pročitano u{' '}
        {formatMoment(at, new Date(at))}; osvježava se svakih deset sekundi. Ako ih je pokrenuto
        više, greške i opterećenje su samo onoga koji je odgovorio.
      </p>
    </div>
  )
}

function Sign({ health, className }: { health: Health; className: string }) {
  const { icon: Icon, colour } = HEALTH_STYLES[health]
  return <Icon aria-hidden="true" className={classes('shrink-0', className, colour)} />
}

function Row({ health, title, description, todo, href, linkLabel }: Finding) {
  const { label, edge, colour } = HEALTH_STYLES[health]
  return (
    <li
      className={classes(
        'grid gap-x-4 gap-y-2 rounded-lg border border-l-8 border-edge bg-panel px-4 py-3 md:grid-cols-[1fr_auto] md:items-center',
        edge,
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3">
          <h2 className="text-lg font-bold">{title}</h2>
          <span className={classes('flex items-center gap-1.5 font-semibold', colour)}>
            <Sign health={health} className="size-5" />
            {label}
          </span>
        </div>
        <p className="tabular-nums">{description}</p>
        {todo && <p className="mt-1 font-semibold">{todo}</p>}
      </div>
      {href && (
        <Link href={href} className={classes(buttonClasses(), 'justify-self-start')}>
          {linkLabel}
        </Link>
      )}
    </li>
  )
}

function LastFailures({ report: { at, failures } }: { report: HealthReport }) {
  if (failures.last.length === 0) return null
  return (
    <section aria-labelledby="last-failures" className="min-w-0">
      <h2 id="last-failures" className="mb-2 text-lg font-bold">
        Zadnje greške
      </h2>
      <ul className="divide-y divide-edge rounded-lg border border-edge bg-panel">
        {failures.last.map(({ id, route, status, ...failure }) => (
          <li
            key={`${failure.at} ${id}`}
            className="grid grid-cols-[auto_1fr] gap-x-4 px-4 py-2 tabular-nums sm:grid-cols-[8rem_10rem_1fr]"
          >
            <span>{formatMoment(failure.at, new Date(at))}</span>
            <code className="break-all">{id}</code>
            <span className="break-all text-muted max-sm:col-span-2">
              {route} <span>{status ? `(${status})` : '(stranica)'}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
