'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useListAddress } from '@/components/admin/data/list'
import { QueryState } from '@/components/admin/data/list-state'
import { NightSelect, useNights } from '@/components/admin/reports/arrivals-chart'
import { ButtonLink } from '@/components/ui/button-link'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { PrintButton } from '@/components/ui/use-print'
import { api } from '@/lib/api-client/client'
import type { Handover, HandoverTotals, Shift } from '@/lib/night/handover-schema'
import { keysOf } from '@/lib/text/keys'
import { formatDate, formatDuration, formatTime } from '@/lib/time/zagreb'

const formatNight = (night: string) => formatDate(`${night}T12:00:00Z`)

/** Handover report: what each device and user did in one night, to read and to sign on paper. */
export function HandoverPage() {
  const nightsQuery = useNights()
  const { filter, setFilter } = useListAddress()
  const nights = nightsQuery.data?.nights ?? []
  const requested = filter('night')
  const night = requested && /^20\d\d-\d\d-\d\d$/.test(requested) ? requested : nights[0]?.night
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3 print:hidden">
        <ButtonLink href="/admin/night" icon={ArrowLeft}>
          Noć
        </ButtonLink>
        <div className="flex flex-wrap items-end gap-3">
          {night && nights.some((listed) => listed.night === night) && (
            <NightSelect
              nights={nights}
              value={night}
              onChoose={(chosen) => setFilter('night', chosen)}
            />
          )}
          <PrintButton />
        </div>
      </div>
      <QueryState query={nightsQuery} failed="Noći se ne mogu dohvatiti." />
      {night && <Night night={night} />}
      {nightsQuery.data && !night && (
        <div className="grid gap-4">
          <Title />
          <Notice>Još nitko nije ušao, pa nema ni smjene za primopredaju.</Notice>
        </div>
      )}
    </>
  )
}

const Title = () => (
  <h1 className="font-display text-4xl leading-none font-black uppercase">Primopredaja smjene</h1>
)

function Night({ night }: { night: string }) {
  const handover = useQuery({
    queryKey: ['reports', 'handover', night],
    queryFn: ({ signal }) => api('GET', '/night/handover', { query: { night }, signal }),
  })
  return (
    <>
      <QueryState query={handover} failed="Primopredaja se ne može dohvatiti." />
      {handover.data && <HandoverSheet handover={handover.data} />}
    </>
  )
}

/** The sheet to print, black on white in both themes. */
export function HandoverSheet({ handover }: { handover: Handover }) {
  const { night, total, gates, hasSingleGate } = handover
  const isSingle = gates.length === 1
  return (
    <article className="leaf max-sm:p-4">
      <header className="mb-5">
        <Title />
        <p className="mt-2">
          Noć {formatNight(night)}, od podneva do podneva. Ispisano {formatDate(new Date())}{' '}
          {formatTime(new Date())}.
        </p>
      </header>
      {!total && <p>Te noći na ulazu nije bilo ničega.</p>}
      {total && <Totals label="Cijela noć" totals={total} isWhole />}
      {gates.map(({ id, name, isDeleted, total: gateTotals, shifts }) => {
        const title = gateLabel(id, hasSingleGate ? null : name, isDeleted)
        return (
          <section key={id} aria-label={title} className="mt-6">
            <h2 className="border-b-2 border-black pb-1 text-xl font-bold break-after-avoid">
              {title}
            </h2>
            {!isSingle && <Totals label="Ukupno na ulazu" totals={gateTotals} />}
            {shifts.map((shift) => (
              <ShiftPart key={`${shift.deviceId} ${shift.user}`} shift={shift} gate={id} />
            ))}
          </section>
        )
      })}
    </article>
  )
}

const gateLabel = (id: number, name: string | null, isDeleted: boolean) =>
  id === 0 ? 'Bez ulaza (ured, uvoz)' : `${name ?? 'Ulaz'}${isDeleted ? ' (obrisan)' : ''}`

interface TotalsProps {
  label: string
  totals: HandoverTotals
  isWhole?: true
}

/** Totals of the whole night or of one gate, in one line. */
function Totals({ label, totals, isWhole }: TotalsProps) {
  const figures: [string, number][] = [
    ['ušlo', totals.entered],
    ['izašlo', totals.left],
    ['odbijeno', countRefusals(totals)],
    ['dvostrukih', countDuplicates(totals)],
  ]
  return (
    <div className={isWhole ? 'border-y-2 border-black py-2' : 'border-b border-black py-2'}>
      <p className="font-bold">{label}</p>
      <dl className="grid grid-cols-4 gap-x-3">
        {figures.map(([figureLabel, n]) => (
          <div key={figureLabel} className="flex flex-col-reverse">
            <dt className="text-xs sm:text-sm">{figureLabel}</dt>
            <dd className={`${isWhole ? 'text-3xl' : 'text-xl'} font-bold tabular-nums`}>
              {formatNumber(n)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const REFUSAL_REASON_LABELS: Record<keyof HandoverTotals['refused'], string> = {
  inside: 'već unutra',
  no_ticket: 'nema kartu',
  banned: 'zabrana',
  full: 'puno',
  unknown: 'nepoznat kod',
  returned: 'vraćena karta',
  outside: 'izlaz, a nije unutra',
}

const DUPLICATE_LABELS: Record<keyof HandoverTotals['doubles'], string> = {
  open: 'neriješeno',
  same_guest: 'isti gost',
  copied_ticket: 'kopirana karta',
  mistake: 'pogreška',
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
const countRefusals = ({ refused }: HandoverTotals) => sum(Object.values(refused))
const countDuplicates = ({ doubles }: HandoverTotals) => sum(Object.values(doubles))

/** Lists the counts above zero with their labels. */
const describeCounts = <Key extends string>(
  counts: Record<Key, number>,
  labels: Record<Key, string>,
) =>
  keysOf(labels)
    .filter((key) => counts[key] > 0)
    .map((key) => `${labels[key]} ${formatNumber(counts[key])}`)
    .join(', ')

/**
 * Returns the lines of a gate shift: label and text. Lines without a value are left out, except the
 * first three.
 */
function shiftLines(totals: HandoverTotals): [label: string, text: string][] {
  const { byName, overrides, alone, objections, unknownIn, clockOffset } = totals
  const refusals = countRefusals(totals)
  const duplicates = countDuplicates(totals)
  const formatIfPositive = (n: number) => (n > 0 ? formatNumber(n) : '')
  const lines: [string, string][] = [
    ['Ušlo', formatNumber(totals.entered)],
    ['Izašlo', formatNumber(totals.left)],
    [
      'Odbijeno',
      [formatNumber(refusals), describeCounts(totals.refused, REFUSAL_REASON_LABELS)]
        .filter(Boolean)
        .join(': '),
    ],
    ['Po imenu', formatIfPositive(byName)],
    ['Unatoč upozorenju', formatIfPositive(overrides)],
    [
      'Sam odlučio',
      alone > 0
        ? `${formatNumber(alone)}, od toga poslužitelj prigovara: ${formatNumber(objections)}`
        : '',
    ],
    [
      'Nepoznate karte puštene',
      unknownIn > 0 ? `${formatNumber(unknownIn)}, ne broje se u ušlo` : '',
    ],
    [
      'Dvostruki ulazi',
      duplicates > 0
        ? `${formatNumber(duplicates)}: ${describeCounts(totals.doubles, DUPLICATE_LABELS)}`
        : '',
    ],
    [
      'Sat ispravljen',
      clockOffset === 0
        ? ''
        : `${clockOffset > 0 ? 'kasnio' : 'žurio'} ${formatDuration(clockOffset)}`,
    ],
  ]
  return lines.filter(([, text]) => text !== '')
}

/** Part of the report about one device and user, with space for a note and a signature. */
function ShiftPart({ shift, gate }: { shift: Shift; gate: number }) {
  const { device, user, from, to } = shift
  const title = [...new Set([user, device].filter(Boolean))].join(', ')
  return (
    <section
      aria-label={title || 'Ured'}
      className="break-inside-avoid border-b border-neutral-400 py-3"
    >
      <h3 className="flex flex-wrap justify-between gap-x-4 font-bold">
        <span className="min-w-0 break-words">
          {title || (gate === 0 ? 'Uvoz ili ured' : 'Ured')}
        </span>
        <span className="tabular-nums">
          {formatTime(from)} – {formatTime(to)}
        </span>
      </h3>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {shiftLines(shift).map(([label, text]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-7 hidden grid-cols-[2fr_1fr] gap-6 text-xs print:grid">
        <p className="border-t border-black pt-0.5">Primjedbe</p>
        <p className="border-t border-black pt-0.5">Potpis</p>
      </div>
    </section>
  )
}
