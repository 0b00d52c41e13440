'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PackagePlus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { DownloadButton } from '@/components/admin/data/download-button'
import { FormField } from '@/components/admin/data/form-field'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { showServerErrors, useApiMutation } from '@/components/admin/data/use-write'
import { useSeconds } from '@/components/admin/gates/use-board'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { LabelledSwitch } from '@/components/ui/switch'
import { api } from '@/lib/api-client/client'
import {
  type EmergencyList,
  emergencyPasswordForm,
} from '@/lib/night/emergency-list/emergency-list-schema'
import { formatAgo, formatDate, formatTime } from '@/lib/time/zagreb'
import { useAutoDownload } from './use-auto-download'

/** Polling interval in ms for new emergency lists, also while the window is in the background. */
const POLL_INTERVAL_MS = 20_000

/** Screen of the emergency lists: their password, and a download of each list. */
export function PacksScreen() {
  const query = useQuery({
    queryKey: ['night', 'packs'],
    queryFn: ({ signal }) => api('GET', '/night/packs', { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: true,
  })
  const { hasPassword, isOn, packs } = query.data ?? {}
  const create = useApiMutation({
    call: () => api('POST', '/night/packs'),
    invalidates: ['night'],
    successMessage: ({ guests }) => `Paket je napravljen: ${formatNumber(guests)} gostiju.`,
  })
  return (
    <>
      <ScreenHead title="Pričuvni paket">
        <ButtonLink href="/admin/night" icon={ArrowLeft}>
          Noć
        </ButtonLink>
        {hasPassword && (
          <Button look="primary" pending={create.isPending} onClick={() => create.run()}>
            <PackagePlus aria-hidden="true" className="size-5" />
            Napravi sada
          </Button>
        )}
      </ScreenHead>
      <p className="mb-6 max-w-prose text-muted">
        Jedna datoteka s popisom gostiju koja radi bez mreže i bez poslužitelja: otvorite je u
        pregledniku, upišite lozinku, tražite po imenu ili kodu, križajte i ispišite popis. Čuvajte
        je na računalu koje je noću na ulazu.
      </p>
      <QueryState query={query} failed="Paketi se ne mogu dohvatiti." />
      {packs && (
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <section aria-label="Paketi" className="grid gap-4">
            <p role="status" className="font-semibold">
              {describeState(hasPassword === true, isOn === true)}
            </p>
            {packs.length > 0 && <Packs packs={packs} />}
            {hasPassword && <AutoDownload newest={packs[0]} at={query.dataUpdatedAt} />}
          </section>
          <PasswordForm hasPassword={hasPassword === true} />
        </div>
      )}
    </>
  )
}

function describeState(hasPassword: boolean, isOn: boolean) {
  if (!hasPassword) return 'Lozinka još nije postavljena, pa paketa nema.'
  if (isOn) return 'Lozinka je postavljena. Noć traje: novi paket nastaje svaki sat.'
  return 'Lozinka je postavljena. Paketi nastaju sami od sata prije otvaranja vrata do kraja noći.'
}

function Packs({ packs }: { packs: EmergencyList[] }) {
  const now = new Date(useSeconds())
  return (
    <ul className="divide-y divide-edge rounded-lg border border-edge bg-panel">
      {packs.map(({ id, madeAt, guests, bytes }, i) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 p-4">
          <p className="min-w-0">
            <strong className="block text-lg tabular-nums">
              {formatDate(madeAt)} {formatTime(madeAt)}
              <span className="font-normal text-muted"> · {formatAgo(madeAt, now)}</span>
            </strong>
            <span className="text-muted">
              {formatNumber(guests)} gostiju · {formatNumber(Math.ceil(bytes / 1024))} kB
            </span>
          </p>
          <DownloadButton
            look={i === 0 ? 'primary' : 'quiet'}
            file={() => api('GET', '/night/pack', { query: { id } })}
          >
            Preuzmi<span className="sr-only"> paket od {formatTime(madeAt)}</span>
          </DownloadButton>
        </li>
      ))}
    </ul>
  )
}

/**
 * Switch that downloads each new emergency list automatically. The computer at the gate then has
 * the latest list when the network fails.
 */
function AutoDownload({ newest, at }: { newest: EmergencyList | undefined; at: number }) {
  const { isOn, setOn, problem } = useAutoDownload(newest, at)
  return (
    <div className="rounded-lg border border-edge bg-panel p-4">
      <LabelledSwitch
        label="Sam preuzmi svaki novi paket na ovo računalo"
        note="Dok je ova stranica otvorena. Preglednik prvi put može pitati smije li preuzeti više datoteka: dopustite mu."
        checked={isOn}
        onChange={setOn}
      />
      {problem && (
        <Notice tone="error" className="mt-3">
          Novi paket nije preuzet. {problem}
        </Notice>
      )}
    </div>
  )
}

const resolver = zodResolver(emergencyPasswordForm)

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const form = useForm({ resolver, defaultValues: { password: '', again: '' } })
  const { run, isPending } = useApiMutation({
    call: (body: { password: string }) => api('PUT', '/night/packs/password', { body }),
    invalidates: ['night'],
    successMessage: 'Lozinka je postavljena, i s njom je napravljen novi paket.',
    errorMessage: null,
  })
  const submit = form.handleSubmit(({ password }) =>
    run(
      { password },
      { onSuccess: () => form.reset(), onError: (error) => showServerErrors(form, error) },
    ),
  )
  const { root } = form.formState.errors
  return (
    <form
      aria-labelledby="pack-password"
      onSubmit={submit}
      noValidate
      className="grid gap-4 rounded-lg border border-edge bg-panel p-4"
    >
      <div>
        <h2 id="pack-password" className="text-lg font-bold">
          {hasPassword ? 'Nova lozinka' : 'Lozinka'}
        </h2>
        <p className="text-sm text-muted">
          Znaju je oni koji će noću otvarati paket; ne sprema se i ne može se saznati.
          <span>{hasPassword && ' Nova lozinka briše dosadašnje pakete s poslužitelja.'}</span>
        </p>
      </div>
      <FormField
        form={form}
        name="password"
        label="Lozinka paketa"
        type="password"
        autoComplete="new-password"
        hint="Najmanje 10 znakova; nekoliko običnih riječi je najbolje."
      />
      <FormField
        form={form}
        name="again"
        label="Ista lozinka još jednom"
        type="password"
        autoComplete="new-password"
      />
      {root && <Notice tone="error">{root.message}</Notice>}
      <Button type="submit" look={hasPassword ? 'quiet' : 'primary'} pending={isPending}>
        Postavi lozinku
      </Button>
    </form>
  )
}
