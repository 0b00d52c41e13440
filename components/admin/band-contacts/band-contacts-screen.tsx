'use client'

import { Pencil, Phone } from 'lucide-react'
import { useState } from 'react'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { PAGE_SIZE, useList } from '@/components/admin/data/use-list'
import { useListAddress } from '@/components/admin/data/use-list-address'
import { buttonClasses } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import { telephoneLink } from '@/lib/band-contacts/rules'
import type { BandContact } from '@/lib/band-contacts/schema'
import { AddContact } from './add-contact'
import { EditContact } from './edit-contact'

/** Whom to call about which band (spec section 2, Band contacts). */
export function BandContactsScreen() {
  const { view, onSearch, onOrder, onPage, clear } = useListAddress()
  const list = useList<BandContact>('band-contacts', '/contact/', view)
  const [edited, setEdited] = useState<BandContact | null>(null)
  return (
    <>
      <ScreenHead title="Kontakt" />
      <AddContact />
      <div className="mb-4">
        <SearchField
          label="Traži po bendu, osobi ili broju"
          value={view.search}
          onSearch={onSearch}
        />
      </div>
      <ListState
        list={list}
        empty="Još nema kontakata. Prvi dodajte gore."
        isFiltered={view.search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <DataTable
              caption={`Kontakti bendova, ukupno ${total}`}
              rows={rows}
              columns={columns(setEdited)}
              rowKey={(contact) => contact.id}
              ordering={view.ordering}
              onOrder={onOrder}
              isStale={list.isPlaceholderData}
            />
            <Pager
              page={view.page}
              pageSize={PAGE_SIZE}
              shown={rows.length}
              total={total}
              onPage={onPage}
            />
          </>
        )}
      </ListState>
      {edited && <EditContact contact={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const columns = (onEdit: (contact: BandContact) => void): Column<BandContact>[] => [
  {
    key: 'bandName',
    label: 'Bend',
    sortable: true,
    phone: 'heading',
    cell: ({ bandName }) => (
      <span className="font-semibold break-words max-md:pr-10">{bandName}</span>
    ),
  },
  {
    key: 'bookerName',
    label: 'Osoba za kontakt',
    sortable: true,
    phone: 'bare',
    cell: ({ bookerName }) => <span className="break-words">{bookerName}</span>,
  },
  {
    key: 'bookerPhone',
    label: 'Telefon',
    phone: 'bare',
    cell: ({ bookerPhone, bookerName }) => (
      <a
        href={telephoneLink(bookerPhone)}
        aria-label={`Nazovi: ${bookerName}, ${bookerPhone}`}
        className={buttonClasses('quiet', 'tabular-nums max-md:w-full')}
      >
        <Phone aria-hidden="true" className="size-4 shrink-0 text-go" />
        {bookerPhone}
      </a>
    ),
  },
  {
    key: 'actions',
    label: 'Uređivanje i brisanje',
    phone: 'corner',
    cell: (contact) => (
      <span className="flex">
        <button
          type="button"
          onClick={() => onEdit(contact)}
          aria-label={`Uredi kontakt za ${contact.bandName}`}
          title="Uredi"
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-text"
        >
          <Pencil aria-hidden="true" className="size-5" />
        </button>
        <DeleteButton
          label={`Obriši kontakt za ${contact.bandName}`}
          question={`Obrisati kontakt za ${contact.bandName}?`}
          path={`/contact/${contact.id}/`}
          stale={['band-contacts']}
          done={`Kontakt za ${contact.bandName} je obrisan.`}
        />
      </span>
    ),
  },
]
