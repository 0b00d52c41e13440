'use client'

import {
  hashKey,
  keepPreviousData,
  type QueryOptions,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { Guest } from '@/lib/guests/schema'
import { type ApiError, api } from '@/lib/http/client'
import { type GuestQuestion, questionQuery } from './question'
import { GUESTS, type GuestPage, QUIETLY } from './use-guests'

const PAGE_SIZE = 100

/** So much is read ahead of what is seen, in rows. */
const AHEAD = 50

const pageQuery = (question: GuestQuestion, page: number) =>
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
export function useGuestPages(question: GuestQuestion) {
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

  return {
    head,
    /** What the rows answer, which for a moment is the question before. */
    shown,
    /** Undefined while its page is on the way. */
    guestAt: (index: number): Guest | undefined =>
      rowsOf.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    /** To be told which rows are seen. */
    onSee(first: number, last: number) {
      const before = pagesAround(seen.first, seen.last).join()
      if (before !== pagesAround(first, last).join()) setSeen({ first, last })
    },
    hasGap: pages.some((page) => page.isError && !page.data),
    fillGaps: () => pages.filter((page) => page.isError).forEach((page) => void page.refetch()),
  }
}

const isSame = (a: GuestQuestion, b: GuestQuestion) => hashKey([a]) === hashKey([b])

/** The numbers of the pages there, but of the first, which is always read. */
function pagesAround(first: number, last: number): number[] {
  const from = Math.floor(Math.max(first - AHEAD, 0) / PAGE_SIZE)
  const to = Math.floor((last + AHEAD) / PAGE_SIZE)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((page) => page > 0)
}
