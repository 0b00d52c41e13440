'use client'

import {
  hashKey,
  keepPreviousData,
  type QueryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { pollingInterval } from '@/components/admin/data/live'
import { useSteadyRows } from '@/components/admin/data/use-steady-rows'
import { type ApiError, api } from '@/lib/api-client/client'
import type { Guest } from '@/lib/guests/schema'
import { type GuestQuery, questionQuery, searchQuery } from './question'

/** The first part of every key here: a write makes all of it stale. */
export const GUESTS = 'guests'

export interface GuestPage {
  rows: Guest[]
  total: number
}

/** How often, in ms, a list is read again that nobody tells of, and an open guest. */
const QUIETLY = pollingInterval(30_000)
const OFTEN = pollingInterval(15_000)

export const useGuestCounts = (search = '') =>
  useQuery({
    queryKey: [GUESTS, 'counts', search],
    queryFn: ({ signal }) => api('GET', '/guests/counts', { query: searchQuery(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUIETLY,
  })

/** Every list that a guest can be on; a sponsor's too. */
export const useGuestLists = () => useGuestCounts().data?.lists ?? []

/** One guest; at once as the list shows it, and then as it is. */
export function useGuest(id: number) {
  const client = useQueryClient()
  return useQuery({
    queryKey: [GUESTS, 'one', id],
    queryFn: ({ signal }) => api('GET', '/guests/[id]', { params: { id }, signal }),
    placeholderData: () =>
      client
        .getQueriesData<GuestPage>({ queryKey: [GUESTS, 'list'] })
        .flatMap(([, page]) => page?.rows ?? [])
        .find((guest) => guest.id === id && guest.deleted === '0'),
    refetchInterval: OFTEN,
  })
}

export const useGuestHistory = (id: number) =>
  useQuery({
    queryKey: [GUESTS, 'history', id],
    queryFn: ({ signal }) => api('GET', '/guests/[id]/history', { params: { id }, signal }),
    refetchInterval: OFTEN,
  })

const PAGE_SIZE = 100

/** So much is read ahead of what is seen, in rows. */
const AHEAD = 50

const pageQuery = (question: GuestQuery, page: number) =>
  ({
    queryKey: [GUESTS, 'list', questionQuery(question), page],
    queryFn: ({ signal }) => {
      const stretch = { limit: PAGE_SIZE, offset: page * PAGE_SIZE }
      return api('GET', '/guests', { query: { ...questionQuery(question), ...stretch }, signal })
    },
  }) satisfies QueryOptions<GuestPage, ApiError>

/**
 * A list of any length, of which only the pages around what is seen are read. The first
 * page also tells how many there are; until that of a new question is there, the old
 * question's rows are shown on.
 */
export function useGuestPages(question: GuestQuery) {
  const head = useQuery<GuestPage, ApiError>({
    ...pageQuery(question, 0),
    placeholderData: keepPreviousData,
    refetchInterval: QUIETLY,
  })
  const [shown, setShown] = useState(question)
  if (!isSame(shown, question) && head.data && !head.isPlaceholderData) setShown(question)

  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const numbers = pagesAround(seen.first, seen.last)
  const pages = useQueries({
    queries: numbers.map((page) => ({ ...pageQuery(shown, page), refetchInterval: QUIETLY })),
  })
  const rowsOf = new Map(numbers.map((page, i) => [page, pages[i]?.data?.rows]))
  rowsOf.set(0, head.data?.rows)
  const steady = useSteadyRows({
    question: head.isPlaceholderData ? null : hashKey([shown]),
    pages: rowsOf,
    total: head.data?.total ?? 0,
  })

  return {
    head,
    /** What the rows answer, which for a moment is the question before. */
    shown,
    /** How many rows are shown, and how many changes of others wait to be shown. */
    total: steady.total,
    changes: steady.changes,
    showAll: steady.show,
    /** Undefined while its page is on the way. */
    guestAt: (index: number) =>
      steady.pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    /** To be told which rows are seen. */
    onSee(first: number, last: number) {
      const before = pagesAround(seen.first, seen.last).join()
      if (before !== pagesAround(first, last).join()) setSeen({ first, last })
    },
    hasGap: pages.some((page) => page.isError && !page.data),
    fillGaps: () => pages.filter((page) => page.isError).forEach((page) => void page.refetch()),
  }
}

const isSame = (a: GuestQuery, b: GuestQuery) => hashKey([a]) === hashKey([b])

/** The numbers of the pages there, but of the first, which is always read. */
function pagesAround(first: number, last: number): number[] {
  const from = Math.floor(Math.max(first - AHEAD, 0) / PAGE_SIZE)
  const to = Math.floor((last + AHEAD) / PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((page) => page > 0)
}

const WIDE = '(min-width: 768px)'

/** Where a list starts on the page, in px, and whether it stands as a table of lines. */
export function usePlaceOnPage(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ top: 0, isWide: true })

  useLayoutEffect(() => {
    function look() {
      if (!list.current) return
      const top = Math.round(list.current.getBoundingClientRect().top + window.scrollY)
      const isWide = matchMedia(WIDE).matches
      setPlace((was) => (was.top === top && was.isWide === isWide ? was : { top, isWide }))
    }
    look()
    // Whatever moves the list makes the page longer or shorter.
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [list])

  return place
}
