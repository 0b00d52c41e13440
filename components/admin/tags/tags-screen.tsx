'use client'

import { DeleteButton } from '@/components/admin/data/delete-button'
import { grouped } from '@/components/admin/data/grouped'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useList } from '@/components/admin/data/use-list'
import { useListAddress } from '@/components/admin/data/use-list-address'
import { useSaveText } from '@/components/admin/data/use-save-text'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import type { Tag } from '@/lib/tags/schema'
import { AddTag } from './add-tag'

const PAGE_SIZE = 100

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
    cell: (tag) => <TagName tag={tag} />,
  },
  countColumn('count', 'Ukupno'),
  countColumn('bought', 'Kupljeno'),
  countColumn('entered', 'Ušlo'),
  {
    key: 'delete',
    label: 'Brisanje',
    align: 'right',
    phone: 'corner',
    cell: (tag) => <DeleteTag tag={tag} />,
  },
]

/** The groups that guests are in (spec section 2, Tags), with how many bought and came. */
export function TagsScreen() {
  const { view, onSearch, onOrder, onPage, clear } = useListAddress()
  const list = useList<Tag>('tags', '/tags/', { ...view, pageSize: PAGE_SIZE })
  return (
    <>
      <ScreenHead title="Tagovi" />
      <AddTag />
      <div className="mb-4">
        <SearchField label="Traži po nazivu" value={view.search} onSearch={onSearch} />
      </div>
      <ListState
        list={list}
        empty="Nema nijednog taga."
        isFiltered={view.search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <DataTable
              caption={`Tagovi, ukupno ${total}`}
              rows={rows}
              columns={COLUMNS}
              rowKey={(tag) => tag.id}
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

function TagName({ tag }: { tag: Tag }) {
  const save = useSaveText({ noun: 'tags', path: `/tags/${tag.id}/`, field: 'name' })
  return (
    <InlineEdit
      label="Naziv taga"
      value={tag.name}
      save={save}
      className="font-semibold max-md:-my-2"
    />
  )
}

function DeleteTag({ tag }: { tag: Tag }) {
  return (
    <DeleteButton
      label={`Obriši tag ${tag.name}`}
      question={`Obrisati tag ${tag.name}?`}
      path={`/tags/${tag.id}/`}
      stale={['tags']}
      done={`Tag ${tag.name} je obrisan.`}
    />
  )
}
