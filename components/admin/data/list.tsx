'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useCallback } from 'react'
import { type Column, DataTable } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/grouped'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import { apiGetList } from '@/lib/api-client/client'
import type { ListPath, ListQueryOf, RowOf } from '@/lib/api-client/types'
import { ChangesPill } from './changes-pill'
import { ListState } from './list-state'
import { useSteadyRows } from './use-steady-rows'

const PAGE_SIZE = 50

/** More than any festival has of what is put into order or summed up, and so is shown whole. */
const WHOLE = 1000

/** The parts of a list's address that every list has; filters of its own come beside them. */
const NAMES = { search: 'trazi', ordering: 'poredak', page: 'stranica' } as const

const turned = (ordering: string) => (ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`)

interface ListView {
  search: string
  /** `field` or `-field`; null is the list's own order. */
  ordering: string | null
  /** From 0. */
  page: number
}

/**
 * What a list shows stands in the address: a reload keeps it, a link can be handed on, and
 * the way back leads to it. Any change but of the page itself starts on the first page.
 */
export function useListAddress() {
  const params = useSearchParams()
  const view: ListView = {
    search: params.get(NAMES.search) ?? '',
    ordering: params.get(NAMES.ordering),
    page: Math.max(Math.trunc(Number(params.get(NAMES.page)) || 1) - 1, 0),
  }

  // Reads the address itself, so that two changes in one go both count.
  const setParams = useCallback((change: Record<string, string | null>) => {
    const next = new URLSearchParams(location.search)
    if (!(NAMES.page in change)) next.delete(NAMES.page)
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value)
      else next.delete(name)
    history.replaceState(null, '', next.size > 0 ? `?${next}` : location.pathname)
  }, [])

  return {
    view,
    /** A filter of this list alone, by its name in the address. */
    filter: (name: string) => params.get(name),
    setFilter: useCallback(
      (name: string, value: string | null) => setParams({ [name]: value }),
      [setParams],
    ),
    onSearch: useCallback((search: string) => setParams({ [NAMES.search]: search }), [setParams]),
    onOrder: useCallback(
      (ordering: string | null) => {
        // What a heading shows comes a moment later: pressed twice at once, it is turned twice.
        const isAgain =
          ordering && ordering === new URLSearchParams(location.search).get(NAMES.ordering)
        setParams({ [NAMES.ordering]: isAgain ? turned(ordering) : ordering })
      },
      [setParams],
    ),
    onPage: useCallback(
      (page: number) => setParams({ [NAMES.page]: page > 0 ? String(page + 1) : null }),
      [setParams],
    ),
    clear: useCallback(() => history.replaceState(null, '', location.pathname), []),
  }
}

interface Asked<P extends ListPath> extends Partial<ListView> {
  /** What this list alone can be asked; null leaves one out. */
  filters?: ListQueryOf<P>
  pageSize?: number
  /** Milliseconds between two readings while the list is shown; without it, live signals alone. */
  intervalMs?: number
}

/**
 * A stretch of one of the API's lists. The key starts with the noun, so that a write can
 * say which lists it made stale (see use-write.ts).
 */
export function useList<P extends ListPath>(noun: string, path: P, asked: Asked<P>) {
  const { search, ordering, page = 0, filters, pageSize = PAGE_SIZE, intervalMs } = asked
  const view = { limit: pageSize, offset: page * pageSize, search, ordering }
  const query: ListQueryOf<P> = { ...view, ...filters }
  return useQuery({
    queryKey: [noun, 'list', path, query],
    queryFn: ({ signal }) => apiGetList(path, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: intervalMs,
  })
}

interface ScreenProps<P extends ListPath> {
  noun: string
  path: P
  /** What the search looks through, as its label says. */
  search: string
  /** What this screen asks in any case, beside which it is all there is. */
  always?: ListQueryOf<P>
  /** What this list alone can be asked; one that is set narrows it. */
  filters?: ListQueryOf<P>
  /** What sets them, below the search. */
  filtering?: ReactNode
  pageSize?: number
  intervalMs?: number
  /** All of it on one page, above which the screen itself says how many there are. */
  isWhole?: boolean
  /** What is said before anything is there. */
  empty: ReactNode
  /** The sentence of the rules for a list that cannot be had, before the server's own words. */
  failed?: string
  /** The words of the pager, where the next are not simply the next. */
  words?: { before: string; after: string }
  /** What stands above the rows, as a picture of them all. */
  children: (list: ListShown<RowOf<P>>) => ReactNode
}

interface ListShown<Row> {
  rows: Row[]
  total: number
  ordering: string | null
  onOrder: (ordering: string | null) => void
  /** What is shown belongs to an earlier question. */
  isStale: boolean
  /** Something was searched or filtered for, or others have changed it, so that this is not all. */
  isPart: boolean
}

/**
 * A list with its search: what is asked for stands in the address, page by page. New values of
 * others appear by themselves; rows that come, go or move wait for a press.
 */
export function SearchedList<P extends ListPath>(props: ScreenProps<P>) {
  const { noun, path, search, always, filters, filtering, empty, failed, words, children } = props
  const { isWhole = false, pageSize = isWhole ? WHOLE : PAGE_SIZE, intervalMs } = props
  const { view, onSearch, onOrder, onPage, clear } = useListAddress()
  const list = useList(noun, path, {
    ...view,
    filters: { ...always, ...filters },
    pageSize,
    intervalMs,
  })
  const isPart = view.search !== '' || Object.values(filters ?? {}).some((value) => value !== null)
  const question = [path, view, always, filters]
  const shown = useSteadyRows({
    question: list.isPlaceholderData ? null : JSON.stringify(question),
    pages: new Map([[0, list.data?.rows]]),
    total: list.data?.total ?? 0,
  })
  return (
    <>
      <div className="mb-4 space-y-4">
        <SearchField label={search} value={view.search} onSearch={onSearch} />
        {filtering}
      </div>
      <ListState
        list={list}
        shown={shown.pages.get(0)}
        empty={empty}
        failed={failed}
        isFiltered={isPart}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <ChangesPill changes={shown.changes} onShow={shown.show} />
            {children({
              rows,
              total,
              ordering: view.ordering,
              onOrder,
              isStale: list.isPlaceholderData,
              isPart: isPart || shown.changes > 0,
            })}
            {!isWhole && (
              <Pager
                page={view.page}
                pageSize={pageSize}
                shown={rows.length}
                total={total}
                onPage={onPage}
                words={words}
              />
            )}
          </>
        )}
      </ListState>
    </>
  )
}

interface TableProps<P extends ListPath> extends Omit<ScreenProps<P>, 'children'> {
  /** What the table holds, for screen readers; how many there are is said behind it. */
  caption: string
  columns: Column<RowOf<P>>[]
  /** What stands below a row. */
  below?: (row: RowOf<P>) => ReactNode
}

/** The same as a table on a desktop and cards on a phone, sorted by its headings. */
export function SearchedTable<P extends ListPath>(props: TableProps<P>) {
  const { caption, columns, below, ...list } = props
  return (
    <SearchedList {...list}>
      {({ rows, total, ordering, onOrder, isStale }) => (
        <DataTable
          caption={`${caption}, ukupno ${formatNumber(total)}`}
          rowKey={(row) => (row as { id: number }).id}
          rows={rows}
          columns={columns}
          below={below}
          ordering={ordering}
          onOrder={onOrder}
          isStale={isStale}
        />
      )}
    </SearchedList>
  )
}
