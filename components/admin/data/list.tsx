'use client'

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useCallback } from 'react'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Notice } from '@/components/ui/notice'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import { Spinner } from '@/components/ui/spinner'
import { apiList } from '@/lib/http/client'

const PAGE_SIZE = 50

/** The parts of a list's address that every list has; filters of its own come beside them. */
const NAMES = { search: 'trazi', ordering: 'poredak', page: 'stranica' } as const

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
      (ordering: string | null) => setParams({ [NAMES.ordering]: ordering }),
      [setParams],
    ),
    onPage: useCallback(
      (page: number) => setParams({ [NAMES.page]: page > 0 ? String(page + 1) : null }),
      [setParams],
    ),
    clear: useCallback(() => history.replaceState(null, '', location.pathname), []),
  }
}

interface Question extends Partial<ListView> {
  /** Further query parameters; null leaves one out. */
  filters?: Record<string, string | null>
  pageSize?: number
}

/**
 * A stretch of one of the API's lists. The key starts with the noun, so that a write can
 * say which lists it made stale (see use-write.ts).
 */
export function useList<Row>(noun: string, path: string, question: Question = {}) {
  const address = listPath(path, question)
  return useQuery({
    queryKey: [noun, 'list', address],
    queryFn: ({ signal }) => apiList<Row>(address, signal),
    placeholderData: keepPreviousData,
  })
}

function listPath(path: string, { search, ordering, page = 0, filters, pageSize }: Question) {
  const size = pageSize ?? PAGE_SIZE
  const query = new URLSearchParams({ limit: String(size), offset: String(page * size) })
  if (search) query.set('search', search)
  if (ordering) query.set('ordering', ordering)
  for (const [name, value] of Object.entries(filters ?? {})) if (value) query.set(name, value)
  return `${path}?${query}`
}

interface ScreenProps<Row> {
  noun: string
  /** The API's address of the list. */
  path: string
  /** What the search looks through, as its label says. */
  search: string
  /** Further query parameters by their names; one that is set narrows the list. */
  filters?: Record<string, string | null>
  /** What sets them, below the search. */
  filtering?: ReactNode
  pageSize?: number
  /** What is said before anything is there. */
  empty: ReactNode
  /** The spec's sentence for a list that cannot be had, before the server's own words. */
  failed?: string
  /** The words of the pager, where the next are not simply the next. */
  words?: { before: string; after: string }
  /** What stands above the rows, as a picture of them all. */
  children: (list: ListShown<Row>) => ReactNode
}

interface ListShown<Row> {
  rows: Row[]
  total: number
  ordering: string | null
  onOrder: (ordering: string | null) => void
  /** What is shown belongs to an earlier question. */
  isStale: boolean
  /** Something was searched or filtered for, so that this is not all there is. */
  isPart: boolean
}

/** A list with its search: what is asked for stands in the address, page by page. */
export function SearchedList<Row>(props: ScreenProps<Row>) {
  const { noun, path, search, filters, filtering, empty, failed, words, children } = props
  const { pageSize = PAGE_SIZE } = props
  const { view, onSearch, onOrder, onPage, clear } = useListAddress()
  const list = useList<Row>(noun, path, { ...view, filters, pageSize })
  const isPart = view.search !== '' || Object.values(filters ?? {}).some((value) => value !== null)
  return (
    <>
      <div className="mb-4 space-y-4">
        <SearchField label={search} value={view.search} onSearch={onSearch} />
        {filtering}
      </div>
      <ListState list={list} empty={empty} failed={failed} isFiltered={isPart} onClear={clear}>
        {(rows, total) => (
          <>
            {children({
              rows,
              total,
              ordering: view.ordering,
              onOrder,
              isStale: list.isPlaceholderData,
              isPart,
            })}
            <Pager
              page={view.page}
              pageSize={pageSize}
              shown={rows.length}
              total={total}
              onPage={onPage}
              words={words}
            />
          </>
        )}
      </ListState>
    </>
  )
}

interface TableProps<Row> extends Omit<ScreenProps<Row>, 'children'> {
  /** What the table holds, for screen readers; how many there are is said behind it. */
  caption: string
  columns: Column<Row>[]
}

/** The same as a table on a desktop and cards on a phone, sorted by its headings. */
export function SearchedTable<Row extends { id: number }>(props: TableProps<Row>) {
  const { caption, columns, ...list } = props
  return (
    <SearchedList<Row> {...list}>
      {({ rows, total, ordering, onOrder, isStale }) => (
        <DataTable
          caption={`${caption}, ukupno ${total}`}
          rowKey={(row) => row.id}
          {...{ rows, columns, ordering, onOrder, isStale }}
        />
      )}
    </SearchedList>
  )
}

interface StateProps<Row> {
  list: UseQueryResult<{ rows: Row[]; total: number }>
  empty: ReactNode
  failed?: string
  /** Something was searched or filtered for; then an empty list says that nothing fits. */
  isFiltered?: boolean
  onClear?: () => void
  children: (rows: Row[], total: number) => ReactNode
}

/** A list in each of its states: loading, failed (with another try), empty, or there. */
export function ListState<Row>(props: StateProps<Row>) {
  const { list, empty, failed, isFiltered, onClear, children } = props
  const { rows = [], total = 0 } = list.data ?? {}
  return (
    <>
      <QueryState query={list} failed={failed} />
      {rows.length > 0 && children(rows, total)}
      {list.isSuccess && rows.length === 0 && (
        <Notice>
          {isFiltered ? (
            <>
              <p>Ništa ne odgovara ovom odabiru.</p>
              {onClear && (
                <Button className="mt-3" onClick={onClear}>
                  Prikaži sve
                </Button>
              )}
            </>
          ) : (
            empty
          )}
        </Notice>
      )}
    </>
  )
}

interface QueryProps {
  query: Pick<UseQueryResult, 'error' | 'isPending' | 'isFetching' | 'refetch'>
  failed?: string
}

/** What is said of something that is not there yet, or cannot be had (with another try). */
export function QueryState({ query, failed }: QueryProps) {
  const { error, isPending, isFetching, refetch } = query
  return (
    <>
      {error && (
        <Notice tone="error" className="mb-4">
          <p>{failed ? `${failed} ${error.message}` : error.message}</p>
          <Button className="mt-3" pending={isFetching} onClick={() => refetch()}>
            Pokušaj ponovno
          </Button>
        </Notice>
      )}
      {isPending && (
        <p role="status" className="flex items-center gap-3 py-8 text-muted">
          <Spinner /> Učitavanje …
        </p>
      )}
    </>
  )
}
