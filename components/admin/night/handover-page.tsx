'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useListAddress } from '@/components/admin/data/list'
import { QueryState } from '@/components/admin/data/list-state'
import { NightSelect, useNights } from '@/components/admin/reports/arrivals-chart'
import { ButtonLink } from '@/components/ui/button-link'
import { formatNumber } from '@/components/ui/grouped'
import { Notice } from '@/components/ui/notice'
import { PrintButton } from '@/components/ui/paper'
import { api } from '@/lib/api-client/client'
import type { Handover, HandoverTotals, Shift } from '@/lib/night/handover-schema'
import { keysOf } from '@/lib/text/keys'
import { formatDate, formatDuration, formatTime } from '@/lib/time/zagreb'

const dateOf = (night: string) => formatDate(`${night}T12:00:00Z`)

/** Handover report: what each device and user did in one night, to read and to sign on paper. */
export function HandoverPage() {
  const all = useNights()
  const { filter, setFilter } = useListAddress()
  const nights = all.data?.nights ?? []
  const asked = filter('night')
  const night = asked && /^20\d\d-\d\d-\d\d$/.test(asked) ? asked : nights[0]?.night
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-3 print:hidden">
        <ButtonLink href="/admin/night" icon={ArrowLeft}>
          Noć
        </ButtonLink>
        <div className="flex flex-wrap items-end gap-3">
          {night && nights.some((one) => one.night === night) && (
            <NightSelect
              nights={nights}
              value={night}
              onChoose={(one) => setFilter('night', one)}
            />
          )}
          <PrintButton />
        </div>
      </div>
      <QueryState query={all} failed="Noći se ne mogu dohvatiti." />
      {night && <Night night={night} />}
      {all.data && !night && (
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
      {handover.data && <Leaf handover={handover.data} />}
    </>
  )
}

/** The sheet to print, black on white in both themes. */
function Leaf({ handover: { night, total, gates } }: { handover: Handover }) {
  const isSingle = gates.length === 1
  return (
    <article className="leaf max-sm:p-4">
      <header className="mb-5">
        <Title />
        <p className="mt-2">
          Noć {dateOf(night)}, od podneva do podneva. Ispisano {formatDate(new Date())}{' '}
          {formatTime(new Date())}.
        </p>
      </header>
      {!total && <p>Te noći na ulazu nije bilo ničega.</p>}
      {total && <Totals label="Cijela noć" done={total} isWhole />}
      {gates.map(({ id, name, isDeleted, total: done, shifts }) => {
        const title = nameOfGate(id, name, isDeleted)
        return (
          <section key={id} aria-label={title} className="mt-6">
            <h2 className="border-b-2 border-black pb-1 text-xl font-bold break-after-avoid">
              {title}
            </h2>
            {!isSingle && <Totals label="Ukupno na ulazu" done={done} />}
            {shifts.map((shift) => (
              <ShiftPart key={`${shift.deviceId} ${shift.user}`} shift={shift} gate={id} />
            ))}
          </section>
        )
      })}
    </article>
  )
}

const nameOfGate = (id: number, name: string | null, isDeleted: boolean) =>
  id === 0 ? 'Bez ulaza (ured, uvoz)' : `${name ?? 'Ulaz'}${isDeleted ? ' (obrisan)' : ''}`

/** Totals of the whole night or of one gate, in one line. */
function Totals({ label, done, isWhole }: { label: string; done: HandoverTotals; isWhole?: true }) {
  const figures: [string, number][] = [
    ['ušlo', done.entered],
    ['izašlo', done.left],
    ['odbijeno', refusedIn(done)],
    ['dvostrukih', doublesIn(done)],
  ]
  return (
    <div className={isWhole ? 'border-y-2 border-black py-2' : 'border-b border-black py-2'}>
      <p className="font-bold">{label}</p>
      <dl className="grid grid-cols-4 gap-x-3">
        {figures.map(([word, n]) => (
          <div key={word} className="flex flex-col-reverse">
            <dt className="text-xs sm:text-sm">{word}</dt>
            <dd className={`${isWhole ? 'text-3xl' : 'text-xl'} font-bold tabular-nums`}>
              {formatNumber(n)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const REFUSED: Record<keyof HandoverTotals['refused'], string> = {
  inside: 'već unutra',
  no_ticket: 'nema kartu',
  banned: 'zabrana',
  full: 'puno',
  unknown: 'nepoznat kod',
  returned: 'vraćena karta',
  outside: 'izlaz, a nije unutra',
}

const DOUBLES: Record<keyof HandoverTotals['doubles'], string> = {
  open: 'neriješeno',
  same_guest: 'isti gost',
  copied_ticket: 'kopirana karta',
  mistake: 'pogreška',
}

const sum = (numbers: number[]) => numbers.reduce((all, n) => all + n, 0)
const refusedIn = ({ refused }: HandoverTotals) => sum(Object.values(refused))
const doublesIn = ({ doubles }: HandoverTotals) => sum(Object.values(doubles))

/** Lists the counts above zero with their labels. */
const tell = <Key extends string>(counts: Record<Key, number>, words: Record<Key, string>) =>
  keysOf(words)
    .filter((key) => counts[key] > 0)
    .map((key) => `${words[key]} ${formatNumber(counts[key])}`)
    .join(', ')

/**
 * Returns the lines of a gate shift: label and text. Lines without a value are left out, except the
 * first three.
 */
function factsOf(done: HandoverTotals): [word: string, text: string][] {
  const { byName, overrides, alone, objections, unknownIn, clockOffset } = done
  const some = (n: number) => (n > 0 ? formatNumber(n) : '')
  const facts: [string, string][] = [
    ['Ušlo', formatNumber(done.entered)],
    ['Izašlo', formatNumber(done.left)],
    [
      'Odbijeno',
      [formatNumber(refusedIn(done)), tell(done.refused, REFUSED)].filter(Boolean).join(': '),
    ],
    ['Po imenu', some(byName)],
    ['Unatoč upozorenju', some(overrides)],
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
      doublesIn(done) > 0 ? `${formatNumber(doublesIn(done))}: ${tell(done.doubles, DOUBLES)}` : '',
    ],
    [
      'Sat ispravljen',
      clockOffset === 0
        ? ''
        : `${clockOffset > 0 ? 'kasnio' : 'žurio'} ${formatDuration(clockOffset)}`,
    ],
  ]
  return facts.filter(([, text]) => text !== '')
}

/** Part of the report about one device and user, with space for a note and a signature. */
function ShiftPart({ shift, gate }: { shift: Shift; gate: number }) {
  const { device, user, from, to } = shift
  const who = [...new Set([user, device].filter(Boolean))].join(', ')
  return (
    <section
      aria-label={who || 'Ured'}
      className="break-inside-avoid border-b border-neutral-400 py-3"
    >
      <h3 className="flex flex-wrap justify-between gap-x-4 font-bold">
        <span className="min-w-0 break-words">
          {who || (gate === 0 ? 'Uvoz ili ured' : 'Ured')}
        </span>
        <span className="tabular-nums">
          {formatTime(from)} – {formatTime(to)}
        </span>
      </h3>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {factsOf(shift).map(([word, text]) => (
          <div key={word} className="contents">
            <dt>{word}</dt>
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
