'use client'

import { useQuery } from '@tanstack/react-query'
import { Archive, CircleCheck, Mail, MailX } from 'lucide-react'
import { useState } from 'react'
import { deleteColumn } from '@/components/admin/data/delete-button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Notice } from '@/components/ui/notice'
import { SearchField } from '@/components/ui/search-field'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/api-client/client'
import type { ListedGuest } from '@/lib/sponsors/own-list-schema'
import type { Sponsor } from '@/lib/sponsors/schema'
import { foldName } from '@/lib/text/fold'
import { formatMoment } from '@/lib/time/zagreb'

const COLUMNS: Column<ListedGuest>[] = [
  {
    key: 'name',
    label: 'Gost',
    phone: 'heading',
    cell: (guest) => (
      <span className="block min-w-0">
        <span className="block font-semibold break-words">{guest.name}</span>
        {guest.email && (
          <span className="flex items-center gap-1.5 text-sm font-normal break-all text-muted">
            {guest.email}
            <PassBadge guest={guest} />
          </span>
        )}
      </span>
    ),
  },
  { key: 'addedTime', label: 'Upis', cell: (guest) => formatMoment(guest.addedTime) },
  {
    key: 'enteredTime',
    label: 'Ulazak',
    cell: ({ enteredTime }) =>
      enteredTime ? (
        <span className="inline-flex items-center gap-1.5 font-semibold text-go">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          {formatMoment(enteredTime)}
        </span>
      ) : (
        <span className="text-muted">nije</span>
      ),
  },
  deleteColumn((guest) => ({
    what: `gosta ${guest.name}`,
    remove: () => api('DELETE', '/guests/[id]', { params: { id: guest.id } }),
    invalidates: ['sponsors', 'guests', 'reports'],
    successMessage: `Gost ${guest.name} je obrisan.`,
  })),
]

const PASS_STYLES = {
  queued: { label: 'propusnica se šalje', icon: Mail },
  sent: { label: 'propusnica poslana', icon: Mail },
  failed: { label: 'propusnica nije stigla', icon: MailX },
  recorded: { label: 'propusnica zabilježena, ali nije poslana', icon: Archive },
}

function PassBadge({ guest: { pass, passError } }: { guest: ListedGuest }) {
  if (pass === 'none') return null
  const { label, icon: Icon } = PASS_STYLES[pass]
  return (
    <span title={passError ?? label} className={pass === 'failed' ? 'text-stop' : undefined}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Guests of a sponsor list: who they are, when they were added, and whether they have arrived. */
export function ListGuests({ sponsor, intervalMs }: { sponsor: Sponsor; intervalMs: number }) {
  const [search, setSearch] = useState('')
  const { data, error } = useQuery({
    queryKey: ['sponsors', 'guests-of', sponsor.id],
    queryFn: ({ signal }) =>
      api('GET', '/sponsors/[id]/guests', { params: { id: sponsor.id }, signal }),
    select: ({ rows }) => rows,
    refetchInterval: intervalMs,
  })
  const entered = data?.filter((guest) => guest.enteredTime !== null).length ?? 0
  const shown = data?.filter(({ name }) => foldName(name).includes(foldName(search))) ?? []
  return (
    <section aria-labelledby="on-list" className="min-w-0">
      <h2 id="on-list" className="text-lg font-bold">
        Gosti
      </h2>
      <p className="mb-3 text-muted tabular-nums">
        {data &&
          `Upisano ${data.length} od ${sponsor.guestCap}, ušlo ${entered}. ${describeState(sponsor)}`}
      </p>
      {error && (
        <Notice tone="error" className="mb-4">
          {error.message}
        </Notice>
      )}
      {!data && !error && (
        <p role="status" className="flex items-center gap-3 py-8 text-muted">
          <Spinner /> Učitavanje …
        </p>
      )}
      {data?.length === 0 && <Notice>Na popisu još nema nikoga.</Notice>}
      {data && data.length > 0 && (
        <>
          <div className="mb-3">
            <SearchField label="Traži na popisu" value={search} onSearch={setSearch} />
          </div>
          {shown.length === 0 && <Notice>Na popisu nema nikoga s tim imenom.</Notice>}
          {shown.length > 0 && (
            <DataTable
              caption={`Gosti: ${sponsor.name}, ukupno ${data.length}`}
              rows={shown}
              columns={COLUMNS}
              rowKey={(guest) => guest.id}
            />
          )}
        </>
      )}
    </section>
  )
}

function describeState({ guestsEnabled, guestsSetting }: Sponsor): string {
  if (guestsEnabled === '2') return 'Popis je otvoren i nakon roka.'
  if (guestsEnabled === '1') return 'Popis je otvoren.'
  return guestsSetting === '0' ? 'Popis je zatvoren.' : 'Rok je prošao, popis je zatvoren.'
}
