'use client'

import { deleteColumn } from '@/components/admin/data/delete-button'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { itemEndpoints } from '@/components/admin/data/item-endpoints'
import { SearchedTable } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { Column } from '@/components/ui/data-table'
import type { Translation } from '@/lib/translations/schema'
import { AddText } from './add-text'

/** Screen of the texts of the public pages (rule 13.18), which are edited in the table. */
export function TranslationsScreen() {
  return (
    <>
      <ScreenHead title="Prijevodi" />
      <AddText />
      <SearchedTable
        entity="translations"
        path="/translations"
        search="Traži po ključu ili tekstu"
        empty="Još nema tekstova. Stranice prikazuju samo ključeve."
        caption="Tekstovi javnih stranica"
        columns={COLUMNS}
      />
    </>
  )
}

const COLUMNS: Column<Translation>[] = [
  {
    key: 'key',
    label: 'Ključ',
    sortable: true,
    phone: 'heading',
    cell: ({ id, key }) => (
      <InlineEdit
        label="Ključ"
        endpoints={itemEndpoints('translations', id)}
        value={{ key }}
        className="font-mono text-sm break-all max-md:-my-2 md:w-56"
      />
    ),
  },
  {
    key: 'value',
    label: 'Vrijednost',
    phone: 'bare',
    cell: ({ id, key, value }) => (
      <InlineEdit
        label={`Vrijednost: ${key}`}
        endpoints={itemEndpoints('translations', id)}
        value={{ value }}
        multiline
        successMessage={(sent, stored) =>
          sent === stored ? 'Spremljeno.' : 'Spremljeno. HTML oznake su uklonjene.'
        }
      >
        {value && <span className="line-clamp-4">{value}</span>}
      </InlineEdit>
    ),
  },
  {
    ...deleteColumn(({ id, key }) => ({
      what: `prijevod ${key}`,
      ...itemEndpoints('translations', id).deletion,
      successMessage: `Prijevod ${key} je obrisan.`,
      children: (
        <p className="text-muted">Ako ga neka stranica prikazuje, na njoj će pisati sam ključ.</p>
      ),
    })),
    align: undefined,
  },
]
