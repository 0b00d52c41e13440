'use client'

import { useSearchParams } from 'next/navigation'
import { useListAddress } from '@/components/admin/data/list'
import type { GuestCounts } from '@/lib/guests/schema'
import type { Flag } from '@/lib/http/fields'

/** What the list is asked: the search, the filters and the order. */
export interface GuestQuery {
  search: string
  tag: string | null
  /** The number of a sponsor: the key to its list is not for an address bar. */
  sponsor: string | null
  bought: Flag | null
  entered: Flag | null
  ordering: string | null
}

/** As a list on paper: by surname, and those whose name is not known yet at the end. */
export const USUAL_ORDER = 'surname'

const SEARCHED = 'name,surname,jmbag,email'

/** The search of the list, as every address of the API takes it. */
export const searchQuery = (search: string) => (search ? { search, search_fields: SEARCHED } : {})

/** The whole question; the same for the list and for its spreadsheet. */
export const questionQuery = ({ search, ordering, ...filters }: GuestQuery) => ({
  ...searchQuery(search),
  ...filters,
  ordering: ordering ?? USUAL_ORDER,
})

export const isFiltered = ({ ordering: _, ...narrowing }: GuestQuery) =>
  Object.values(narrowing).some(Boolean)

type List = GuestCounts['lists'][number]
type Filters = Pick<GuestQuery, 'tag' | 'sponsor' | 'bought' | 'entered'>

export interface Facets {
  /** All who match search and filters. */
  total: number
  /** Each list with those who would be left if it were chosen. */
  lists: (List & { count: number })[]
  /** All lists together. */
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

/** What each choice of a filter would leave, beside all the others as they are. */
export function facetsOf({ lists }: GuestCounts, filters: Filters): Facets {
  const { bought, entered } = filters
  const chosen = lists.filter((list) => isChosen(filters, list))
  const sum = (of: List[], b: Flag | null, e: Flag | null) =>
    of.reduce((all, list) => all + countIn(list, b, e), 0)
  return {
    total: sum(chosen, bought, entered),
    lists: lists.map((list) => ({ ...list, count: countIn(list, bought, entered) })),
    everywhere: sum(lists, bought, entered),
    bought: { '1': sum(chosen, '1', entered), '0': sum(chosen, '0', entered) },
    entered: { '1': sum(chosen, bought, '1'), '0': sum(chosen, bought, '0') },
  }
}

const OPEN = 'gost'

/** Marks an entry of the browser's history that opening a guest has made. */
interface Mark {
  isOpening?: boolean
}

const flag = (value: string | null): Flag | null => (value === '0' || value === '1' ? value : null)
const number = (value: string | null) => (value && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** The guest list's address: what is asked, and which guest is open. */
export function useGuestAddress() {
  const params = useSearchParams()
  const { view, filter, setFilter, onSearch, onOrder, clear } = useListAddress()
  const question: GuestQuery = {
    search: view.search,
    ordering: view.ordering,
    tag: filter('tag'),
    sponsor: number(filter('sponzor')),
    bought: flag(filter('karta')),
    entered: flag(filter('ulaz')),
  }

  // Made once, since every row in sight asks for its own while the page scrolls.
  const opening = new URLSearchParams(params)
  opening.delete(OPEN)
  opening.append(OPEN, '')
  const beginning = `?${opening}`
  const hrefOf = (id: number) => `${beginning}${id}`

  return {
    question,
    openId: Number(number(filter(OPEN))) || null,
    setFilter,
    onSearch,
    onOrder,
    clear,
    hrefOf,
    /** The way back closes it again. */
    open: (id: number) => history.pushState({ isOpening: true } satisfies Mark, '', hrefOf(id)),
    close() {
      if ((history.state as Mark | null)?.isOpening) history.back()
      else setFilter(OPEN, null)
    },
  }
}
