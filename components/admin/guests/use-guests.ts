'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Guest } from '@/lib/guests/schema'
import { api } from '@/lib/http/client'
import { searchQuery } from './question'

/** The first part of every key here: a write makes all of it stale. */
export const GUESTS = 'guests'

export interface GuestPage {
  rows: Guest[]
  total: number
}

/** How often, in ms, a list is read again while others work on it, and an open guest. */
export const QUIETLY = 30_000
const OFTEN = 15_000

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
        .find((guest) => guest.id === id),
    refetchInterval: OFTEN,
  })
}

export const useGuestHistory = (id: number) =>
  useQuery({
    queryKey: [GUESTS, 'history', id],
    queryFn: ({ signal }) => api('GET', '/guests/[id]/history', { params: { id }, signal }),
    refetchInterval: OFTEN,
  })
