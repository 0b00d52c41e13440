'use client'

import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { apiList } from '@/lib/http/client'
import {
  FILTERED_LISTS,
  type FilteredList,
  keptOf,
  type SavedFilter,
} from '@/lib/saved-filters/schema'
import { SavedFiltersDialog } from './saved-filters-dialog'

/** The filters of a list that admins have kept under a name: each a press away, and shared. */
export function SavedFilters({ screen }: { screen: FilteredList }) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['saved-filters', screen],
    queryFn: ({ signal }) =>
      apiList('/saved-filters', { search: screen, search_fields: 'screen' }, signal),
  })
  const saved = data?.rows ?? []
  const now = keptOf(screen, useSearchParams().toString())
  const isNew = now !== '' && !saved.some(({ query }) => query === now)
  if (saved.length === 0 && !isNew) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {saved.map((filter) => (
        <FilterButton key={filter.id} filter={filter} isOn={filter.query === now} />
      ))}
      <Button look="bare" onClick={() => setOpen(true)} className="px-3 text-muted">
        <BookmarkPlus aria-hidden="true" className="size-5" />
        <span>{isNew ? 'Spremi filtre' : 'Uredi spremljene'}</span>
      </Button>
      {isOpen && (
        <SavedFiltersDialog
          screen={screen}
          saved={saved}
          toSave={isNew ? now : null}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

function FilterButton({ filter, isOn }: { filter: SavedFilter; isOn: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => apply(filter.screen, isOn ? '' : filter.query)}
      className={classes(
        'inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border px-4 font-semibold',
        isOn ? 'border-text bg-text text-ground' : 'border-edge bg-panel hover:bg-panel-2',
      )}
    >
      <Bookmark aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">Spremljeni filtar </span>
      <span className="truncate">{filter.name}</span>
    </button>
  )
}

/** Puts kept filters in the place of those that are set; what is searched for stays. */
function apply(screen: FilteredList, query: string) {
  const next = new URLSearchParams(location.search)
  for (const name of [...FILTERED_LISTS[screen], 'stranica']) next.delete(name)
  for (const [name, value] of new URLSearchParams(query)) next.set(name, value)
  history.replaceState(null, '', next.size > 0 ? `?${next}` : location.pathname)
}
