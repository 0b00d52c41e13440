'use client'

import type { ReactNode } from 'react'
import { formatNumber } from '@/components/ui/format-number'
import type { Board, DisputedAdmission, Double, Pairing } from '@/lib/gate/board-schema'
import { formatMoment } from '@/lib/time/zagreb'
import {
  DISPUTE_RESOLUTION_LABELS,
  DisputeCard,
  DUPLICATE_RESOLUTION_LABELS,
  DuplicateCard,
  nameOf,
} from './unresolved-cards'

const RESOLUTION_LABELS = { ...DUPLICATE_RESOLUTION_LABELS, ...DISPUTE_RESOLUTION_LABELS }

/**
 * Lists unresolved duplicate and disputed admissions, attempts with invalid pairing codes, and the
 * issues that are already resolved.
 */
export function UnresolvedList({
  doubles,
  objections,
  pairings,
  gates,
  now,
}: Omit<Board, 'release'>) {
  const isSingle = gates.length === 1
  const isOpen = ({ settled }: Double | DisputedAdmission) => settled === null
  const triedPairings = pairings.filter(({ tries }) => tries > 0)
  const openDoubles = doubles.filter(isOpen)
  const openObjections = objections.filter(isOpen)
  const resolved = [...doubles, ...objections].filter((issue) => !isOpen(issue))
  return (
    <div className="grid gap-6 empty:hidden">
      {openDoubles.length > 0 && (
        <Section title="Dvostruki ulazi" count={openDoubles.length}>
          {openDoubles.map((double) => (
            <DuplicateCard
              key={`${double.first.id} ${double.second.id}`}
              double={double}
              isSingle={isSingle}
            />
          ))}
        </Section>
      )}
      {openObjections.length > 0 && (
        <Section title="Sporni prolazi bez mreže" count={openObjections.length}>
          {openObjections.map((objection) => (
            <DisputeCard key={objection.id} objection={objection} isSingle={isSingle} />
          ))}
        </Section>
      )}
      {triedPairings.length > 0 && (
        <Tries pairings={triedPairings} now={new Date(now)} isSingle={isSingle} />
      )}
      {resolved.length > 0 && <ResolvedIssues issues={resolved} />}
    </div>
  )
}

function Section(props: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="grid gap-3">
      <h2 className="flex items-center gap-2 text-lg font-bold">
        {props.title}
        <span className="rounded-full bg-stop px-2.5 text-base text-on-stop tabular-nums">
          {formatNumber(props.count)}
        </span>
      </h2>
      <ul className="grid gap-3">{props.children}</ul>
    </section>
  )
}

/**
 * Attempts to register with a used or expired pairing code, usually by a second phone that has
 * photographed the code.
 */
function Tries(props: { pairings: Pairing[]; now: Date; isSingle: boolean }) {
  const { pairings, now, isSingle } = props
  return (
    <section aria-label="Pokušaji s nevažećim kodom" className="grid gap-3">
      <h2 className="text-lg font-bold">Pokušaji s nevažećim kodom</h2>
      <ul className="divide-y divide-edge rounded-lg border border-edge bg-panel">
        {pairings.map(({ id, gate, usedAt, device, tries, lastTryAt, lastTryBy }) => (
          <li key={id} className="px-4 py-3">
            <p className="font-semibold">
              <span>{usedAt ? 'Već iskorišten kod' : 'Istekli kod'}</span>: pokušaja{' '}
              {formatNumber(tries)}, zadnji <span>{lastTryAt && formatMoment(lastTryAt, now)}</span>
            </p>
            <p className="text-muted">
              {[
                lastTryBy ?? 'nepoznat uređaj',
                device && `kodom je povezan ${device}`,
                !isSingle && gate,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Nijedan nije ušao. Tko treba na ulaz, neka otvori novi kod.
      </p>
    </section>
  )
}

function ResolvedIssues({ issues }: { issues: (Double | DisputedAdmission)[] }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted">
        Riješeno u zadnja 24 sata ({formatNumber(issues.length)})
      </summary>
      <ul className="mt-1 divide-y divide-edge rounded-lg border border-edge bg-panel">
        {issues.map((issue) => {
          const label = RESOLUTION_LABELS[issue.settled as keyof typeof RESOLUTION_LABELS]
          return (
            <li
              key={'id' in issue ? issue.id : `${issue.first.id} ${issue.second.id}`}
              className="flex flex-wrap justify-between gap-x-4 px-4 py-2"
            >
              <span className="min-w-0 break-words">
                <strong>{issue.guest ? nameOf(issue.guest) : 'Nepoznata karta'}</strong>: {label}
              </span>
              <span className="text-muted">
                <span>{issue.settledBy ?? 'obrisan korisnik'}</span>,{' '}
                <span>{issue.settledAt && formatMoment(issue.settledAt)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
