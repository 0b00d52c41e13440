'use client'

import { AddByNameForm } from '@/components/admin/data/add-named'
import { deleteColumn } from '@/components/admin/data/delete-button'
import { ExportButton } from '@/components/admin/data/export-button'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { itemEndpoints } from '@/components/admin/data/item-endpoints'
import { SearchedTable } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { Column } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { newTagBody, type Tag } from '@/lib/tags/schema'

/**
 * Screen of the tags, the guest lists of the festival itself (rule 13.4), with the number of
 * tickets and of arrivals.
 */
export function TagsScreen() {
  return (
    <>
      <ScreenHead title="Tagovi">
        <ExportButton file={(query) => api('GET', '/tags/export', { query })} />
      </ScreenHead>
      <AddByNameForm
        label="Novi tag"
        field={{ label: 'Naziv novog taga', maxLength: 100 }}
        schema={newTagBody}
        add={(body) => api('POST', '/tags', { body })}
        entity="tags"
        successMessage={(name) => `Tag ${name} je dodan.`}
        className="max-w-xl"
      />
      <SearchedTable
        entity="tags"
        path="/tags"
        search="Traži po nazivu"
        empty="Nema nijednog taga."
        caption="Tagovi"
        columns={COLUMNS}
        pageSize={100}
      />
    </>
  )
}

const countColumn = (key: 'count' | 'bought' | 'entered', label: string): Column<Tag> => ({
  key,
  label,
  sortable: true,
  align: 'right',
  cell: (tag) => formatNumber(tag[key]),
})

const COLUMNS: Column<Tag>[] = [
  {
    key: 'name',
    label: 'Naziv',
    sortable: true,
    phone: 'heading',
    cell: ({ id, name }) => (
      <InlineEdit
        label="Naziv taga"
        endpoints={itemEndpoints('tags', id)}
        value={{ name }}
        className="font-semibold max-md:-my-2"
      />
    ),
  },
  countColumn('count', 'Ukupno'),
  countColumn('bought', 'Kupljeno'),
  countColumn('entered', 'Ušlo'),
  deleteColumn(({ id, name }) => ({
    what: `tag ${name}`,
    ...itemEndpoints('tags', id).deletion,
    successMessage: `Tag ${name} je obrisan.`,
  })),
]
