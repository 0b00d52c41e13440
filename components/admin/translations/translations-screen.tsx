'use client'

import { DeleteButton } from '@/components/admin/data/delete-button'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { PAGE_SIZE, useList } from '@/components/admin/data/use-list'
import { useListAddress } from '@/components/admin/data/use-list-address'
import { useSaveText } from '@/components/admin/data/use-save-text'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import type { Translation } from '@/lib/translations/schema'
import { AddText } from './add-text'

const COLUMNS: Column<Translation>[] = [
  {
    key: 'key',
    label: 'Ključ',
    sortable: true,
    phone: 'heading',
    cell: (text) => <KeyCell text={text} />,
  },
  { key: 'value', label: 'Vrijednost', phone: 'bare', cell: (text) => <ValueCell text={text} /> },
  { key: 'delete', label: 'Brisanje', phone: 'corner', cell: (text) => <DeleteText text={text} /> },
]

/** The texts of the public pages (spec section 2, Translations), edited where they stand. */
export function TranslationsScreen() {
  const { view, onSearch, onOrder, onPage, clear } = useListAddress()
  const list = useList<Translation>('translations', '/translations/', view)
  return (
    <>
      <ScreenHead title="Prijevodi" />
      <AddText />
      <div className="mb-4">
        <SearchField label="Traži po ključu ili tekstu" value={view.search} onSearch={onSearch} />
      </div>
      <ListState
        list={list}
        empty="Još nema tekstova. Stranice prikazuju samo ključeve."
        isFiltered={view.search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <DataTable
              caption={`Tekstovi javnih stranica, ukupno ${total}`}
              rows={rows}
              columns={COLUMNS}
              rowKey={(text) => text.id}
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
    </>
  )
}

function KeyCell({ text: { id, key } }: { text: Translation }) {
  const save = useSaveText({ noun: 'translations', path: `/translations/${id}/`, field: 'key' })
  return (
    <InlineEdit
      label="Ključ"
      value={key}
      save={save}
      className="font-mono text-sm break-all max-md:-my-2 md:w-56"
    />
  )
}

function ValueCell({ text: { id, key, value } }: { text: Translation }) {
  const save = useSaveText({
    noun: 'translations',
    path: `/translations/${id}/`,
    field: 'value',
    done: (sent, kept) => (sent === kept ? 'Spremljeno.' : 'Spremljeno. HTML oznake su uklonjene.'),
  })
  return (
    <InlineEdit label={`Vrijednost: ${key}`} value={value} multiline save={save}>
      {value && <span className="line-clamp-4">{value}</span>}
    </InlineEdit>
  )
}

function DeleteText({ text: { id, key } }: { text: Translation }) {
  return (
    <DeleteButton
      label={`Obriši prijevod ${key}`}
      question={`Obrisati prijevod ${key}?`}
      path={`/translations/${id}/`}
      stale={['translations']}
      done={`Prijevod ${key} je obrisan.`}
    >
      <p className="text-muted">Ako ga neka stranica prikazuje, na njoj će pisati sam ključ.</p>
    </DeleteButton>
  )
}
