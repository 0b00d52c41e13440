'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { ListState, useList, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { PartNote } from '@/components/admin/reorder/part-note'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { buttonClasses } from '@/components/ui/button'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/http/client'
import { LINEUP_MESSAGES } from '@/lib/lineup/schema'

/** A list that is put into order is shown whole. */
const ALL = 1000

/** The performers in their order (spec section 2, Lineup list). */
export function LineupScreen() {
  const { view, onSearch, clear } = useListAddress()
  const { search } = view
  const list = useList('lineup', '/lineup', { search, pageSize: ALL })
  return (
    <>
      <ScreenHead title="Izvođači">
        <Link href="/admin/lineup-add/0" className={buttonClasses('primary')}>
          <Plus aria-hidden="true" className="size-5" />
          Dodaj izvođača
        </Link>
      </ScreenHead>
      <div className="mb-4">
        <SearchField label="Traži po imenu" value={search} onSearch={onSearch} />
      </div>
      <ListState
        list={list}
        failed={LINEUP_MESSAGES.loadFailed}
        empty="Još nema izvođača. Dodajte prvoga."
        isFiltered={search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <PartNote rows={rows} total={total} isPart={search !== ''} />
            <SortableCards
              rows={rows}
              noun="lineup"
              save={(body) => api('POST', '/lineup/reorder', { body })}
              failed={LINEUP_MESSAGES.reorderFailed}
              isPart={search !== ''}
              label="Izvođači po redu"
              picture="photo"
              hidden="Nije prikazan"
              editHref={({ slug }) => `/admin/lineup-add/${slug}`}
            />
          </>
        )}
      </ListState>
    </>
  )
}
