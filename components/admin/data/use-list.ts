'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { apiList } from '@/lib/http/client'
import type { ListView } from './use-list-address'

export const PAGE_SIZE = 50

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
