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

/** First part of all query keys in this file. A write invalidates all of them. */
export const GUESTS = 'guests'

export interface GuestPage {
  rows: Guest[]
  total: number
}

/**
 * Polling intervals of the lists (30 s) and of an open guest (15 s), without the event stream of
 * live.ts; 300 s with it.
 */
const QUIETLY = pollingInterval(30_000)
const OFTEN = pollingInterval(15_000)

export const useGuestCounts = (search = '') =>
  useQuery({
    queryKey: [GUESTS, 'counts', search],
    queryFn: ({ signal }) => api('GET', '/guests/counts', { query: searchQuery(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: QUIETLY,
  })

/** Returns all lists that a guest can be on, including those of sponsors. */
export const useGuestLists = () => useGuestCounts().data?.lists ?? []

/** Reads one guest. Until the response arrives, returns the row of the guest list. */
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

/** Number of rows that are loaded before and after the visible rows. */
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
 * Reads a list of any length, only the pages around the visible rows. The first page also contains
 * the total. After a new query, the rows of the previous query are shown until its first page
 * arrives.
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
    /**
     * The query that the shown rows answer. After a change it is the previous query for a moment.
     */
    shown,
    /** Number of rows in the shown list, and number of pending changes by other users. */
    total: steady.total,
    changes: steady.changes,
    showAll: steady.show,
    /** Returns the guest in a row; undefined while the page of the row is loading. */
    guestAt: (index: number) =>
      steady.pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    /** Must be called with the range of the visible rows. */
    onSee(first: number, last: number) {
      const before = pagesAround(seen.first, seen.last).join()
      if (before !== pagesAround(first, last).join()) setSeen({ first, last })
    },
    hasGap: pages.some((page) => page.isError && !page.data),
    fillGaps: () => pages.filter((page) => page.isError).forEach((page) => void page.refetch()),
  }
}

const isSame = (a: GuestQuery, b: GuestQuery) => hashKey([a]) === hashKey([b])

/**
 * Returns the numbers of the pages around the visible rows, without the first page, which is always
 * read.
 */
function pagesAround(first: number, last: number): number[] {
  const from = Math.floor(Math.max(first - AHEAD, 0) / PAGE_SIZE)
  const to = Math.floor((last + AHEAD) / PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((page) => page > 0)
}

const WIDE = '(min-width: 768px)'

/**
 * Returns the distance of a list from the top of the page in px, and whether the list is shown as a
 * table (at least 768 px wide) and not as phone rows.
 */
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
    // Everything that moves the list also changes the height of the page.
    const watch = new ResizeObserver(look)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [list])

  return place
}
