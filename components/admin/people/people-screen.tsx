'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { useListAddress } from '@/components/admin/data/list'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { Notice } from '@/components/ui/notice'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/api-client/client'
import { isErasable, personFacts, toSelectedRecords } from '@/lib/people/rules'
import type { PersonRecord } from '@/lib/people/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { ErasePerson } from './erase-person'

const MIN_SEARCH_LENGTH = 3
const recordKey = ({ kind, id }: PersonRecord) => `${kind} ${id}`

/** Person search: shows all stored records of one person, and can erase them. */
export function PeopleScreen() {
  const { view, onSearch } = useListAddress()
  const search = view.search.trim()
  const people = useQuery({
    queryKey: ['people', search],
    queryFn: ({ signal }) => api('GET', '/people', { query: { search }, signal }),
    enabled: search.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  })
  const found = search.length >= MIN_SEARCH_LENGTH ? people.data : undefined
  return (
    <>
      <ScreenHead title="Tko je ova osoba?" />
      <p className="mb-4 max-w-2xl text-muted">
        Tko pita što o njemu znamo, ili traži da se to obriše: ovdje je sve, s popisa gostiju, iz
        prijava, poslane pošte i igrice. Uz ono što nosi tražene riječi stoji i što ima isti JMBAG
        ili istu adresu.
      </p>
      <div className="mb-4">
        <SearchField label="Ime, JMBAG ili e-mail" value={view.search} onSearch={onSearch} />
      </div>
      {search.length < MIN_SEARCH_LENGTH ? (
        <Notice>Upišite barem tri znaka.</Notice>
      ) : (
        <QueryState query={people} />
      )}
      {found && <PersonRecords key={search} records={found.traces} isCut={found.isCut} />}
    </>
  )
}

function PersonRecords({ records, isCut }: { records: PersonRecord[]; isCut: boolean }) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const chosen = records.filter((record) => keys.has(recordKey(record)))
  const toggle = (record: PersonRecord) => {
    const next = new Set(keys)
    if (!next.delete(recordKey(record))) next.add(recordKey(record))
    setKeys(next)
  }
  if (records.length === 0) return <Notice>O takvoj osobi nije pohranjeno ništa.</Notice>
  const body = toSelectedRecords(chosen)
  return (
    <section aria-label="Pronađeni zapisi">
      {isCut && (
        <Notice className="mb-4">Zapisa je više nego što se prikazuje. Upišite još riječi.</Notice>
      )}
      <ul className="divide-y divide-edge overflow-hidden rounded-md border border-edge bg-panel">
        {records.map((record) => (
          <RecordRow
            key={recordKey(record)}
            record={record}
            isChosen={keys.has(recordKey(record))}
            onToggle={() => toggle(record)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto font-semibold tabular-nums">
          {chosen.length === 0 ? 'Odaberite zapise jedne osobe' : `Odabrano: ${chosen.length}`}
        </p>
        {chosen.length > 0 && (
          <>
            <DownloadButton
              file={() => api('POST', '/people/file', { query: { format: 'html' }, body })}
            >
              Podaci za osobu
            </DownloadButton>
            <DownloadButton
              file={() => api('POST', '/people/file', { query: { format: 'json' }, body })}
            >
              JSON
            </DownloadButton>
            {chosen.some(isErasable) && (
              <ErasePerson chosen={chosen.filter(isErasable)} onDone={() => setKeys(new Set())} />
            )}
          </>
        )}
      </div>
    </section>
  )
}

function RecordRow({
  record,
  isChosen,
  onToggle,
}: {
  record: PersonRecord
  isChosen: boolean
  onToggle: () => void
}) {
  const { name, jmbag, email, what, at } = record
  const { word, screen } = personFacts(record)
  const details = [jmbag, email, what, at && formatDateTime(at)].filter(Boolean).join(' · ')
  const text = (
    <span className="min-w-0 flex-1">
      <span className="block text-sm text-muted">{word}</span>
      <span className="block font-semibold wrap-anywhere">{name || 'Bez imena'}</span>
      <span className="block text-sm text-muted wrap-anywhere">{details}</span>
    </span>
  )
  return (
    <li className="flex items-center gap-3 pr-4 has-checked:bg-panel-2">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 px-4 py-3">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          className="size-5 shrink-0 accent-accent"
        />
        {text}
      </label>
      {screen && (
        <Link href={screen.href} className="shrink-0 font-semibold underline">
          {screen.label}
        </Link>
      )}
    </li>
  )
}
