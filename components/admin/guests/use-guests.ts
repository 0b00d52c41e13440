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
import { type GuestQuery, guestQueryParams, searchQuery } from './guest-query'

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
const LIST_POLL_INTERVAL = pollingInterval(30_000)
const GUEST_POLL_INTERVAL = pollingInterval(15_000)

export const useGuestCounts = (search = '') =>
  useQuery({
    queryKey: [GUESTS, 'counts', search],
    queryFn: ({ signal }) => api('GET', '/guests/counts', { query: searchQuery(search), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_INTERVAL,
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
    refetchInterval: GUEST_POLL_INTERVAL,
  })
}

export const useGuestHistory = (id: number) =>
  useQuery({
    queryKey: [GUESTS, 'history', id],
    queryFn: ({ signal }) => api('GET', '/guests/[id]/history', { params: { id }, signal }),
    refetchInterval: GUEST_POLL_INTERVAL,
  })

const PAGE_SIZE = 100

/** Number of rows that are loaded before and after the visible rows. */
const ROWS_AROUND = 50

const pageQuery = (query: GuestQuery, page: number) =>
  ({
    queryKey: [GUESTS, 'list', guestQueryParams(query), page],
    queryFn: ({ signal }) => {
      const range = { limit: PAGE_SIZE, offset: page * PAGE_SIZE }
      return api('GET', '/guests', { query: { ...guestQueryParams(query), ...range }, signal })
    },
  }) satisfies QueryOptions<GuestPage, ApiError>

/**
 * Reads a list of any length, only the pages around the visible rows. The first page also contains
 * the total. After a new query, the rows of the previous query are shown until its first page
 * arrives.
 */
export function useGuestPages(query: GuestQuery) {
  const head = useQuery<GuestPage, ApiError>({
    ...pageQuery(query, 0),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_INTERVAL,
  })
  const [shown, setShown] = useState(query)
  if (!isSame(shown, query) && head.data && !head.isPlaceholderData) setShown(query)

  const [visible, setVisible] = useState({ first: 0, last: 0 })
  const pageNumbers = pagesAround(visible.first, visible.last)
  const pages = useQueries({
    queries: pageNumbers.map((page) => ({
      ...pageQuery(shown, page),
      refetchInterval: LIST_POLL_INTERVAL,
    })),
  })
  const rowsByPage = new Map(pageNumbers.map((page, i) => [page, pages[i]?.data?.rows]))
  rowsByPage.set(0, head.data?.rows)
  const steady = useSteadyRows({
    queryId: head.isPlaceholderData ? null : hashKey([shown]),
    pages: rowsByPage,
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
    onVisibleRows(first: number, last: number) {
      const before = pagesAround(visible.first, visible.last).join()
      if (before !== pagesAround(first, last).join()) setVisible({ first, last })
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
  const from = Math.floor(Math.max(first - ROWS_AROUND, 0) / PAGE_SIZE)
  const to = Math.floor((last + ROWS_AROUND) / PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((page) => page > 0)
}

const WIDE = '(min-width: 768px)'

/**
 * Returns the distance of a list from the top of the page in px, and whether the list is shown as a
 * table (at least 768 px wide) and not as phone rows.
 */
export function useListPosition(list: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState({ top: 0, isWide: true })

  useLayoutEffect(() => {
    function measure() {
      if (!list.current) return
      const top = Math.round(list.current.getBoundingClientRect().top + window.scrollY)
      const isWide = matchMedia(WIDE).matches
      setPosition((before) =>
        before.top === top && before.isWide === isWide ? before : { top, isWide },
      )
    }
    measure()
    // Everything that moves the list also changes the height of the page.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])

  return position
}
