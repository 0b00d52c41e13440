'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { DownloadButton } from '@/components/admin/data/download-button'
import { FormField } from '@/components/admin/data/form-field'
import { FormTime } from '@/components/admin/data/form-time'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { NextEdition, NextEditionValues } from '@/components/admin/editions/end-values'
import { ButtonLink } from '@/components/ui/button-link'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { LabelledSwitch } from '@/components/ui/switch'
import { api } from '@/lib/api-client/client'
import { ERASED, KEEP_OPTIONS } from '@/lib/editions/rules'
import { type EndPreview, nextForm } from '@/lib/editions/schema'
import { keysOf, recordOf } from '@/lib/text/keys'
import { formatDateTime } from '@/lib/time/zagreb'
import { ConfirmEnd } from './confirm-end'
import { EarlierEditions } from './earlier-editions'

const MAY_BE_EMPTY = 'Po zagrebačkom vremenu; smije ostati prazno.'
const KEYS = keysOf(KEEP_OPTIONS)
const KEEP_ALL = recordOf(KEYS, () => true)

/** Screen that ends an edition in five steps. Only the last step changes anything. */
export function EndScreen() {
  const query = useQuery({
    // The preview of the consequences is not cached, so it always shows the current state.
    queryKey: ['editions', 'end'],
    queryFn: ({ signal }) => api('GET', '/editions/end', { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const [ended, setEnded] = useState<EndPreview['edition'] | null>(null)
  return (
    <>
      <ScreenHead title="Kraj festivala" />
      {ended ? (
        <Ended edition={ended} />
      ) : (
        <>
          <QueryState query={query} failed="Ne može se dohvatiti što bi se dogodilo." />
          {query.data && <Steps key={query.data.edition.id} end={query.data} onEnded={setEnded} />}
        </>
      )}
      <EarlierEditions />
    </>
  )
}

function Ended({ edition: { name, year } }: { edition: EndPreview['edition'] }) {
  return (
    <section aria-label="Gotovo">
      <Notice tone="success" className="mb-4">
        <p className="font-semibold">
          Festival {name} {year} je završen. Osobni podaci su obrisani, a stranica je skrivena.
        </p>
        <p className="mt-1">
          Sigurnosne kopije i preuzete datoteke izvan ovog sustava brišite zasebno.
        </p>
      </Notice>
      <p className="mb-8 flex flex-wrap gap-2">
        <ButtonLink href="/admin/festival" look="primary">
          Uredi novo izdanje
        </ButtonLink>
        <ButtonLink href="/admin">Početna</ButtonLink>
      </p>
    </section>
  )
}

function Steps({
  end,
  onEnded,
}: {
  end: EndPreview
  onEnded: (edition: EndPreview['edition']) => void
}) {
  const { edition, counts } = end
  const [keep, setKeep] = useState(KEEP_ALL)
  const [isSaved, setSaved] = useState(false)
  const form = useForm<NextEditionValues, unknown, NextEdition>({
    resolver: zodResolver(nextForm),
    defaultValues: {
      name: edition.name,
      year: String(edition.year + 1),
      number: String(edition.number + 1),
      opensAt: '',
      closesAt: '',
    },
  })
  const warnings = warningsOf(end)
  return (
    <>
      <LeaveGuard isDirty={form.formState.isDirty} />
      <p className="mb-5 max-w-prose text-muted">
        Završava{' '}
        <strong className="text-text">
          {edition.name} {edition.year}.
        </strong>{' '}
        i počinje sljedeće izdanje. Pregledajte korake redom: ništa se ne događa dok u zadnjem ne
        upišete naziv festivala i ne potvrdite.
      </p>
      <Warnings warnings={warnings} className="mb-5" />
      <ol className="mb-10 grid gap-4">
        <Step n={1} title="Spremite što trebate">
          <p className="mb-3 max-w-prose text-muted">
            Jedna arhiva s tablicama: popis gostiju, prodaja po danima, dolasci, firme i pošta.
            Nakon kraja popis gostiju više ne postoji nigdje u sustavu.
          </p>
          <DownloadButton
            file={async () => {
              const file = await api('GET', '/editions/export')
              setSaved(true)
              return file
            }}
          >
            Preuzmi arhivu (ZIP)
          </DownloadButton>
        </Step>
        <Step n={2} title="Što ostaje sljedećem izdanju">
          <ul className="divide-y divide-edge">
            {KEYS.map((key) => (
              <li key={key} className="py-2">
                <LabelledSwitch
                  label={`${KEEP_OPTIONS[key].label} (${formatNumber(counts[key])})`}
                  note={KEEP_OPTIONS[key][keep[key] ? 'kept' : 'cleared']}
                  noteClass={keep[key] ? undefined : 'text-sm font-semibold text-stop'}
                  checked={keep[key]}
                  onChange={(isKept) => setKeep({ ...keep, [key]: isKept })}
                />
              </li>
            ))}
          </ul>
          <p className="mt-2 max-w-prose text-sm text-muted">
            Tagovi, ulazi, mjesto, adrese i društvene mreže ostaju. Poveznica na prodaju karata
            prazni se.
          </p>
        </Step>
        <Step n={3} title="Što se briše u svakom slučaju">
          <dl className="grid gap-x-8 sm:grid-cols-2">
            {ERASED.map(({ count, label }) => (
              <div key={count} className="flex justify-between gap-4 border-b border-edge py-2">
                <dt>{label}</dt>
                <dd className="font-bold tabular-nums">{formatNumber(counts[count])}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 max-w-prose text-sm text-muted">
            S njima i uređaji na ulazima, vježbe, pričuvni paketi i osobni podaci u zapisima o
            izmjenama. Zauvijek ostaju samo zbrojevi bez imena: prodano po danima, dolasci po četvrt
            sata, po popisima i po ulazima.
          </p>
        </Step>
        <Step n={4} title="Sljedeće izdanje">
          <p className="mb-4 max-w-prose text-muted">
            Stranica se vraća na najavu, sve je skriveno, a odbrojavanje i rok sponzora se brišu.
            Vremena smijete upisati i poslije.
          </p>
          <NextFields form={form} />
        </Step>
        <Step n={5} title="Potvrda">
          <ConfirmEnd end={end} keep={keep} form={form} onEnded={onEnded}>
            <Warnings
              warnings={
                isSaved ? warnings : [...warnings, 'Arhivu iz prvog koraka niste preuzeli.']
              }
              className="mb-4 bg-panel-2"
            />
          </ConfirmEnd>
        </Step>
      </ol>
    </>
  )
}

/**
 * Returns warnings for an admin who ends the edition now, for example that some mails are not sent
 * yet.
 */
function warningsOf({ edition: { opensAt }, isOn, counts }: EndPreview): string[] {
  const isUpcoming = opensAt !== null && Date.parse(opensAt) > Date.now()
  return [
    isOn && 'Noć još traje, pa se festival ne može završiti. Pričekajte njezin kraj.',
    !isOn &&
      isUpcoming &&
      `Ovaj festival tek dolazi: vrata se otvaraju ${formatDateTime(opensAt)}.`,
    counts.devices > 0 &&
      `Na ulazima radi uređaja: ${formatNumber(counts.devices)}. Prestat će raditi, a što nisu poslali je izgubljeno.`,
    counts.waiting > 0 &&
      `Na slanje čeka mailova: ${formatNumber(counts.waiting)}. Neće biti poslani.`,
  ].filter((sentence) => sentence !== false)
}

function Warnings({ warnings, className }: { warnings: string[]; className: string }) {
  if (warnings.length === 0) return null
  return (
    <Notice tone="error" className={className}>
      {warnings.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}

function Step({ n, title, children }: { n: number; title: string; children: ReactNode }) {
  return (
    <li>
      <section
        aria-label={`${n}. ${title}`}
        className="rounded-lg border border-edge bg-panel p-4 md:p-5"
      >
        <h2 className="mb-3 flex items-center gap-3 text-lg font-bold">
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-panel-2 tabular-nums">
            {n}
          </span>
          {title}
        </h2>
        {children}
      </section>
    </li>
  )
}

function NextFields({ form }: { form: UseFormReturn<NextEditionValues, unknown, NextEdition> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="name" label="Naziv" className="sm:col-span-2" />
      <FormField form={form} name="year" kind="count" label="Godina" className="tabular-nums" />
      <FormField
        form={form}
        name="number"
        kind="count"
        label="Izdanje po redu"
        className="tabular-nums"
      />
      <FormTime form={form} name="opensAt" label="Otvaranje vrata" hint={MAY_BE_EMPTY} />
      <FormTime form={form} name="closesAt" label="Kraj noći" hint={MAY_BE_EMPTY} />
    </div>
  )
}
