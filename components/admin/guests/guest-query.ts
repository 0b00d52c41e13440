'use client'

import { useSearchParams } from 'next/navigation'
import { useListAddress } from '@/components/admin/data/list'
import type { GuestCounts } from '@/lib/guests/schema'
import type { Flag } from '@/lib/http/fields'

/** Query of the guest list: the search, the filters and the order. */
export interface GuestQuery {
  search: string
  tag: string | null
  /** Id of a sponsor. The slug is a secret and must not be in the URL. */
  sponsor: string | null
  bought: Flag | null
  entered: Flag | null
  ordering: string | null
}

/** Default order: by surname, guests without a name last. */
export const DEFAULT_ORDER = 'surname'

const SEARCH_FIELDS = 'name,surname,jmbag,email'

/** Query parameters of the search, the same for all endpoints of guests. */
export const searchQuery = (search: string) =>
  search ? { search, search_fields: SEARCH_FIELDS } : {}

/** All query parameters, the same for the list and its spreadsheet. */
export const guestQueryParams = ({ search, ordering, ...filters }: GuestQuery) => ({
  ...searchQuery(search),
  ...filters,
  ordering: ordering ?? DEFAULT_ORDER,
})

export const isFiltered = ({ ordering: _, ...narrowing }: GuestQuery) =>
  Object.values(narrowing).some(Boolean)

type List = GuestCounts['lists'][number]
type Filters = Pick<GuestQuery, 'tag' | 'sponsor' | 'bought' | 'entered'>

export interface Facets {
  /** Number of guests that match the search and all filters. */
  total: number
  /** Each list with the number of guests that would match if this list were selected. */
  lists: (List & { count: number })[]
  /** Number of guests that would match without a selected list. */
  everywhere: number
  bought: Record<Flag, number>
  entered: Record<Flag, number>
}

const isChosen = ({ tag, sponsor }: Filters, list: List) =>
  sponsor ? list.sponsorId === Number(sponsor) : !tag || list.tag === tag

const countIn = (list: List, bought: Flag | null, entered: Flag | null) =>
  list.cells
    .filter((cell) => (bought ?? cell.bought) === cell.bought)
    .filter((cell) => (entered ?? cell.entered) === cell.entered)
    .reduce((sum, { count }) => sum + count, 0)

/** Returns the number of guests for each choice of a filter, with all other filters unchanged. */
export function facetsOf({ lists }: GuestCounts, filters: Filters): Facets {
  const { bought, entered } = filters
  const chosen = lists.filter((list) => isChosen(filters, list))
  const sum = (summed: List[], b: Flag | null, e: Flag | null) =>
    summed.reduce((all, list) => all + countIn(list, b, e), 0)
  return {
    total: sum(chosen, bought, entered),
    lists: lists.map((list) => ({ ...list, count: countIn(list, bought, entered) })),
    everywhere: sum(lists, bought, entered),
    bought: { '1': sum(chosen, '1', entered), '0': sum(chosen, '0', entered) },
    entered: { '1': sum(chosen, bought, '1'), '0': sum(chosen, bought, '0') },
  }
}

const OPEN_PARAM = 'gost'

/**
 * State of an entry in the browser history. `isOpening` marks an entry that was added by opening a
 * guest.
 */
interface HistoryState {
  isOpening?: boolean
}

const flag = (value: string | null): Flag | null => (value === '0' || value === '1' ? value : null)
const number = (value: string | null) => (value && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** State of the guest list in the URL: the query, and which guest is open. */
export function useGuestAddress() {
  const params = useSearchParams()
  const { view, filter, setFilter, onSearch, onOrder, clear } = useListAddress()
  const query: GuestQuery = {
    search: view.search,
    ordering: view.ordering,
    tag: filter('tag'),
    sponsor: number(filter('sponzor')),
    bought: flag(filter('karta')),
    entered: flag(filter('ulaz')),
  }

  // Built once per render, because every visible row needs its URL while the page scrolls.
  const openParams = new URLSearchParams(params)
  openParams.delete(OPEN_PARAM)
  openParams.append(OPEN_PARAM, '')
  const urlStart = `?${openParams}`
  const hrefOf = (id: number) => `${urlStart}${id}`

  return {
    query,
    openId: Number(number(filter(OPEN_PARAM))) || null,
    setFilter,
    onSearch,
    onOrder,
    clear,
    hrefOf,
    /** Opens a guest with a new entry in the browser history, so that Back closes the guest. */
    open: (id: number) =>
      history.pushState({ isOpening: true } satisfies HistoryState, '', hrefOf(id)),
    close() {
      if ((history.state as HistoryState | null)?.isOpening) history.back()
      else setFilter(OPEN_PARAM, null)
    },
  }
}
