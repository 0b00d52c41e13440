'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useCallback, useEffect } from 'react'
import { type Column, DataTable } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { Pager } from '@/components/ui/pager'
import { SearchField } from '@/components/ui/search-field'
import { apiGetList } from '@/lib/api-client/client'
import type { ListPath, ListQueryOf, RowOf } from '@/lib/api-client/types'
import { ChangesPill } from './changes-pill'
import { ListState } from './list-state'
import { useSteadyRows } from './use-steady-rows'

const PAGE_SIZE = 50

/**
 * Page size, in rows, of lists that are shown without pages, because they are reordered or summed
 * up. Larger than such a list of any festival.
 */
const WHOLE_LIST_SIZE = 1000

/** Query parameters that every list has. A list adds its own filters to them. */
const PARAM_NAMES = { search: 'trazi', ordering: 'poredak', page: 'stranica' } as const

const reversed = (ordering: string) =>
  ordering.startsWith('-') ? ordering.slice(1) : `-${ordering}`

interface ListView {
  search: string
  /** `field` ascending or `-field` descending; null is the default order of the list. */
  ordering: string | null
  /** Page number, from 0. */
  page: number
}

/**
 * State of a list, stored in the URL: a reload, a shared link and Back restore it. Every change
 * except of the page itself goes to the first page.
 */
export function useListAddress() {
  const params = useSearchParams()
  const view: ListView = {
    search: params.get(PARAM_NAMES.search) ?? '',
    ordering: params.get(PARAM_NAMES.ordering),
    page: Math.max(Math.trunc(Number(params.get(PARAM_NAMES.page)) || 1) - 1, 0),
  }

  // Reads `location` instead of `params`, so that two changes before the next render are both kept.
  const setParams = useCallback((change: Record<string, string | null>) => {
    const next = new URLSearchParams(location.search)
    if (!(PARAM_NAMES.page in change)) next.delete(PARAM_NAMES.page)
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value)
      else next.delete(name)
    history.replaceState(null, '', next.size > 0 ? `?${next}` : location.pathname)
  }, [])

  return {
    view,
    /** Returns the value of a filter of this list by its query parameter. */
    filter: (name: string) => params.get(name),
    setFilter: useCallback(
      (name: string, value: string | null) => setParams({ [name]: value }),
      [setParams],
    ),
    onSearch: useCallback(
      (search: string) => setParams({ [PARAM_NAMES.search]: search }),
      [setParams],
    ),
    onOrder: useCallback(
      (ordering: string | null) => {
        // Two quick presses on a heading request the same order, because nothing is rendered in
        // between. The second press then reverses the order.
        const isAgain =
          ordering && ordering === new URLSearchParams(location.search).get(PARAM_NAMES.ordering)
        setParams({ [PARAM_NAMES.ordering]: isAgain ? reversed(ordering) : ordering })
      },
      [setParams],
    ),
    onPage: useCallback(
      (page: number) => setParams({ [PARAM_NAMES.page]: page > 0 ? String(page + 1) : null }),
      [setParams],
    ),
    clear: useCallback(() => history.replaceState(null, '', location.pathname), []),
  }
}

interface ListRequest<P extends ListPath> extends Partial<ListView> {
  /** Filters of this list; null omits a filter. */
  filters?: ListQueryOf<P>
  pageSize?: number
  /**
   * Polling interval in ms while the list is shown. Without it, only live updates refresh the list.
   */
  intervalMs?: number
}

/**
 * Reads one page of a list of the API. The query key starts with the entity, so that a write can
 * invalidate the lists of an entity (see use-write.ts).
 */
export function useList<P extends ListPath>(entity: string, path: P, request: ListRequest<P>) {
  const { search, ordering, page = 0, filters, pageSize = PAGE_SIZE, intervalMs } = request
  const view = { limit: pageSize, offset: page * pageSize, search, ordering }
  const query: ListQueryOf<P> = { ...view, ...filters }
  return useQuery({
    queryKey: [entity, 'list', path, query],
    queryFn: ({ signal }) => apiGetList(path, query, signal),
    // While a list is loading, its previous rows stay. Rows of another path have other columns.
    placeholderData: (before, query) => (query?.queryKey[2] === path ? before : undefined),
    refetchInterval: intervalMs,
  })
}

interface Paging {
  list: Pick<UseQueryResult<{ total: number }>, 'data' | 'isFetching' | 'isPlaceholderData'>
  page: number
  pageSize: number
  onPage: (page: number) => void
}

/**
 * Goes to the last page if the current page is beyond the end of the list, because rows were
 * deleted or a stored link is outdated.
 */
export function useExistingPage({ list, page, pageSize, onPage }: Paging) {
  // While a page is being read, the total may be that of another page or of an earlier read.
  const total = list.isFetching || list.isPlaceholderData ? undefined : list.data?.total
  useEffect(() => {
    if (total === undefined) return
    const last = Math.max(Math.ceil(total / pageSize) - 1, 0)
    if (page > last) onPage(last)
  }, [total, page, pageSize, onPage])
}

interface ScreenProps<P extends ListPath> {
  entity: string
  path: P
  /** Label of the search field, which names the searched fields. */
  search: string
  /** Filters that always apply on this screen. They do not make the list count as filtered. */
  always?: ListQueryOf<P>
  /** Filters that the user can set; null is unset. */
  filters?: ListQueryOf<P>
  /** Controls that set the filters, below the search field. */
  filterControls?: ReactNode
  pageSize?: number
  intervalMs?: number
  /** Shows all rows on one page without a pager. The screen itself shows the number of rows. */
  isWhole?: boolean
  /** Message of an empty list without a search or a filter. */
  empty: ReactNode
  /**
   * Croatian message if the list cannot be read, such as that of rule 13.11. The server's `detail`
   * follows it.
   */
  failed?: string
  /**
   * Fields by which this list can be sorted; undefined allows every order of the URL. An order by
   * another field, such as that of a table shown before, is ignored.
   */
  sortable?: string[]
  /** Labels of the previous and next buttons of the pager, if they differ from the default. */
  pagerLabels?: { before: string; after: string }
  /** Renders the list from its rows and their order. */
  children: (list: ShownList<RowOf<P>>) => ReactNode
}

interface ShownList<Row> {
  rows: Row[]
  total: number
  ordering: string | null
  onOrder: (ordering: string | null) => void
  /** Whether the rows are the result of an earlier query, while the current query is loading. */
  isStale: boolean
  /**
   * Whether the rows may be incomplete: a search or a filter is set, or changes by other users are
   * pending.
   */
  isPart: boolean
}

/**
 * List with a search field; search, order and page are in the URL. Values changed by other users
 * appear at once. New, missing and moved rows wait until the user presses a button.
 */
export function SearchedList<P extends ListPath>(props: ScreenProps<P>) {
  const { entity, path, search, always, filters, filterControls, empty, failed, children } = props
  const { isWhole = false, pageSize = isWhole ? WHOLE_LIST_SIZE : PAGE_SIZE } = props
  const { intervalMs, sortable, pagerLabels } = props
  const { view: requestedView, onSearch, onOrder, onPage, clear } = useListAddress()
  const orderedBy = requestedView.ordering?.replace(/^-/, '') ?? ''
  const isKnownOrder = sortable === undefined || sortable.includes(orderedBy)
  const view = isKnownOrder ? requestedView : { ...requestedView, ordering: null }
  const list = useList(entity, path, {
    ...view,
    filters: { ...always, ...filters },
    pageSize,
    intervalMs,
  })
  useExistingPage({ list, page: view.page, pageSize, onPage })
  const isPart = view.search !== '' || Object.values(filters ?? {}).some((value) => value !== null)
  const queryParts = [path, view, always, filters]
  const shown = useSteadyRows({
    queryId: list.isPlaceholderData ? null : JSON.stringify(queryParts),
    pages: new Map([[0, list.data?.rows]]),
    total: list.data?.total ?? 0,
  })
  return (
    <>
      <div className="mb-4 space-y-4">
        <SearchField label={search} value={view.search} onSearch={onSearch} />
        {filterControls}
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
                labels={pagerLabels}
              />
            )}
          </>
        )}
      </ListState>
    </>
  )
}

interface TableProps<P extends ListPath> extends Omit<ScreenProps<P>, 'children' | 'sortable'> {
  /** Name of the table for screen readers. The number of rows is appended. */
  caption: string
  columns: Column<RowOf<P>>[]
  /** Content below a row. */
  below?: (row: RowOf<P>) => ReactNode
}

/** SearchedList as a table on a desktop and as cards on a phone, sorted by its headings. */
export function SearchedTable<P extends ListPath>(props: TableProps<P>) {
  const { caption, columns, below, ...list } = props
  const sortable = columns.filter((column) => column.sortable).map(({ key }) => key)
  return (
    <SearchedList {...list} sortable={sortable}>
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
