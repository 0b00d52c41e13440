'use client'

import { type ReactNode, useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { grouped } from '@/components/ui/grouped'
import type { Board, Double, Objection, Pairing } from '@/lib/gate/board-schema'
import { api } from '@/lib/http/client'
import { formatMoment, formatSpan } from '@/lib/time'

const SETTLEMENTS = {
  same_guest: 'Isti gost, skeniran dvaput',
  copied_ticket: 'Kopirana karta',
  mistake: 'Pogreška, drugi ulaz se ne računa',
} as const

const OBJECTIONS: Record<Objection['objection'], string> = {
  banned: 'Gost ima zabranu ulaska',
  no_ticket: 'Gost nema kartu',
  unknown: 'Kod nije ničija karta',
  returned: 'Karta je poništena',
  gone: 'Gost je obrisan s popisa',
}

const ENDS = { stays: 'Ostaje unutra', led_out: 'Izveden je van' } as const

/** What the phones could not settle by themselves, and what was settled today. */
export function Unsettled({ doubles, objections, pairings, gates, now }: Omit<Board, 'release'>) {
  const isSingle = gates.length === 1
  const isOpen = ({ settled }: Double | Objection) => settled === null
  const tried = pairings.filter(({ tries }) => tries > 0)
  const openDoubles = doubles.filter(isOpen)
  const openObjections = objections.filter(isOpen)
  const settled = [...doubles, ...objections].filter((one) => !isOpen(one))
  return (
    <div className="grid gap-6 empty:hidden">
      {openDoubles.length > 0 && (
        <Section title="Dvostruki ulazi" count={openDoubles.length}>
          {openDoubles.map((double) => (
            <DoubleCard
              key={`${double.first.id} ${double.second.id}`}
              double={double}
              isSingle={isSingle}
            />
          ))}
        </Section>
      )}
      {openObjections.length > 0 && (
        <Section title="Pušteni bez mreže, a nisu smjeli" count={openObjections.length}>
          {openObjections.map((objection) => (
            <ObjectionCard key={objection.id} objection={objection} isSingle={isSingle} />
          ))}
        </Section>
      )}
      {tried.length > 0 && <Tries pairings={tried} now={new Date(now)} isSingle={isSingle} />}
      {settled.length > 0 && <Settled settled={settled} />}
    </div>
  )
}

function Section(props: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="grid gap-3">
      <h2 className="flex items-center gap-2 text-lg font-bold">
        {props.title}
        <span className="rounded-full bg-stop px-2.5 text-base text-on-stop tabular-nums">
          {grouped(props.count)}
        </span>
      </h2>
      <ul className="grid gap-3">{props.children}</ul>
    </section>
  )
}

const CARD = 'grid gap-3 rounded-lg border border-edge border-l-4 border-l-stop bg-panel p-4'

const nameOf = ({ name, surname }: { name: string; surname: string }) =>
  `${name} ${surname}`.trim() || 'Gost bez imena'

/** Where and by whom, without the name of a gate that is the only one. */
const whereOf = (
  { gate, device, user }: Pick<Objection, 'gate' | 'device' | 'user'>,
  isSingle: boolean,
) => [isSingle ? null : gate, device ?? user].filter(Boolean).join(', ') || 'iz uprave'

function DoubleCard({ double, isSingle }: { double: Double; isSingle: boolean }) {
  const { guest, first, second } = double
  const [isAsking, setAsking] = useState(false)
  const { run, isPending, pending } = useWrite({
    call: (settled: keyof typeof SETTLEMENTS) =>
      api('PUT', '/gates/doubles/[first]/[second]', {
        params: { first: first.id, second: second.id },
        body: { settled },
      }),
    stale: ['gates', 'guests'],
    done: 'Zabilježeno.',
  })
  const choose = (settled: keyof typeof SETTLEMENTS) =>
    settled === 'mistake' ? setAsking(true) : run(settled)
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-lg font-bold break-words">{nameOf(guest)}</h3>
        <p className="text-muted">
          razmak {formatSpan(Date.parse(second.at) - Date.parse(first.at))}
        </p>
      </div>
      <ol className="grid gap-2 sm:grid-cols-2">
        <Entrance passage={first} word="Prvi ulaz" isSingle={isSingle} />
        <Entrance passage={second} word="Drugi ulaz" isSingle={isSingle} />
      </ol>
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        {(Object.keys(SETTLEMENTS) as (keyof typeof SETTLEMENTS)[]).map((settled) => (
          <Button
            key={settled}
            disabled={isPending && pending !== settled}
            pending={pending === settled}
            onClick={() => choose(settled)}
          >
            {SETTLEMENTS[settled]}
          </Button>
        ))}
      </div>
      <Confirm
        open={isAsking}
        question={`Poništiti drugi ulaz gosta ${nameOf(guest)}?`}
        yes="Poništi"
        pending={isPending}
        onYes={() => run('mistake', { onSuccess: () => setAsking(false) })}
        onNo={() => setAsking(false)}
      >
        <p>Drugi ulaz se više ne računa. To se ne može vratiti.</p>
      </Confirm>
    </li>
  )
}

const DECIDED: Record<string, string> = {
  alone: 'bez mreže',
  name: 'po imenu',
  override: 'unatoč upozorenju',
}

const CLOCK_TOLD = 60_000

function Entrance(props: { passage: Double['first']; word: string; isSingle: boolean }) {
  const { passage, word, isSingle } = props
  const { at, decided, clockOffset } = passage
  return (
    <li className="rounded-md bg-panel-2 px-3 py-2">
      <p className="text-sm text-muted">{word}</p>
      <p className="font-semibold tabular-nums">{formatMoment(at)}</p>
      <p className="break-words">{whereOf(passage, isSingle)}</p>
      <p className="text-sm text-muted empty:hidden">
        {[
          DECIDED[decided],
          Math.abs(clockOffset) >= CLOCK_TOLD && `sat ispravljen za ${formatSpan(clockOffset)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}

function ObjectionCard({ objection, isSingle }: { objection: Objection; isSingle: boolean }) {
  const { id, at, guest } = objection
  const { run, pending, isPending } = useWrite({
    call: (settled: keyof typeof ENDS) =>
      api('PUT', '/gates/objections/[passage]', { params: { passage: id }, body: { settled } }),
    stale: ['gates', 'guests'],
    done: 'Zabilježeno.',
  })
  return (
    <li className={CARD}>
      <div>
        <h3 className="text-lg font-bold break-words">
          {guest ? nameOf(guest) : 'Nepoznata karta'}
        </h3>
        <p>{OBJECTIONS[objection.objection]}.</p>
        <p className="text-muted">
          Pušten {formatMoment(at)} · {whereOf(objection, isSingle)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        {(Object.keys(ENDS) as (keyof typeof ENDS)[]).map((settled) => (
          <Button
            key={settled}
            disabled={isPending && pending !== settled}
            pending={pending === settled}
            onClick={() => run(settled)}
          >
            {ENDS[settled]}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** Who came with a code that no longer held: usually a second phone that photographed it. */
function Tries(props: { pairings: Pairing[]; now: Date; isSingle: boolean }) {
  const { pairings, now, isSingle } = props
  return (
    <section aria-label="Pokušaji s nevažećim kodom" className="grid gap-3">
      <h2 className="text-lg font-bold">Pokušaji s nevažećim kodom</h2>
      <ul className="divide-y divide-edge rounded-lg border border-edge bg-panel">
        {pairings.map(({ id, gate, usedAt, device, tries, lastTryAt, lastTryBy }) => (
          <li key={id} className="px-4 py-3">
            <p className="font-semibold">
              {usedAt ? 'Već iskorišten kod' : 'Istekli kod'}: pokušaja {grouped(tries)}, zadnji{' '}
              {lastTryAt && formatMoment(lastTryAt, now)}
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

function Settled({ settled }: { settled: (Double | Objection)[] }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted">
        Riješeno u zadnja 24 sata ({grouped(settled.length)})
      </summary>
      <ul className="mt-1 divide-y divide-edge rounded-lg border border-edge bg-panel">
        {settled.map((one) => {
          const word = { ...SETTLEMENTS, ...ENDS }[one.settled as keyof typeof ENDS]
          return (
            <li
              key={'id' in one ? one.id : `${one.first.id} ${one.second.id}`}
              className="flex flex-wrap justify-between gap-x-4 px-4 py-2"
            >
              <span className="min-w-0 break-words">
                <strong>{one.guest ? nameOf(one.guest) : 'Nepoznata karta'}</strong>: {word}
              </span>
              <span className="text-muted">
                {one.settledBy ?? 'obrisan korisnik'},{' '}
                {one.settledAt && formatMoment(one.settledAt)}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
