'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { AddForm, useAddForm } from '@/components/admin/data/add-form'
import { deleteColumn } from '@/components/admin/data/delete-button'
import { ExportButton } from '@/components/admin/data/export-button'
import { FormField } from '@/components/admin/data/form-field'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { SearchedTable } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { thing } from '@/components/admin/data/thing'
import type { Column } from '@/components/ui/data-table'
import { grouped } from '@/components/ui/grouped'
import { api } from '@/lib/http/client'
import { newTagBody, type Tag } from '@/lib/tags/schema'

/** The groups that guests are in (spec section 2, Tags), with how many bought and came. */
export function TagsScreen() {
  return (
    <>
      <ScreenHead title="Tagovi">
        <ExportButton file={(query) => api('GET', '/tags/export', { query })} />
      </ScreenHead>
      <AddTag />
      <SearchedTable
        noun="tags"
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

const resolver = zodResolver(newTagBody)

/** A new tag by its name (spec section 5: not empty). */
function AddTag() {
  const adding = useAddForm({
    resolver,
    blank: { name: '' },
    first: 'name',
    unique: 'name',
    call: (body) => api('POST', '/tags', { body }),
    stale: ['tags'],
    done: (tag) => `Tag ${tag.name} je dodan.`,
  })
  return (
    <AddForm
      label="Novi tag"
      adding={adding}
      className="max-w-xl md:grid-cols-[minmax(0,1fr)_auto]"
    >
      <FormField form={adding.form} name="name" label="Naziv novog taga" maxLength={100} />
    </AddForm>
  )
}

const countColumn = (key: 'count' | 'bought' | 'entered', label: string): Column<Tag> => ({
  key,
  label,
  sortable: true,
  align: 'right',
  cell: (tag) => grouped(tag[key]),
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
        noun="tags"
        of={thing('/tags/[id]', id)}
        field="name"
        value={name}
        className="font-semibold max-md:-my-2"
      />
    ),
  },
  countColumn('count', 'Ukupno'),
  countColumn('bought', 'Kupljeno'),
  countColumn('entered', 'Ušlo'),
  deleteColumn(({ id, name }) => ({
    what: `tag ${name}`,
    remove: thing('/tags/[id]', id).remove,
    stale: ['tags'],
    done: `Tag ${name} je obrisan.`,
  })),
]
