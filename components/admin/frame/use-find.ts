import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '@/lib/api-client/client'
import { hasPermission } from '@/lib/auth/rules'
import { MIN_SEARCH_LENGTH } from '@/lib/search/rules'
import type { Found } from '@/lib/search/schema'
import { matchesEntry } from './palette-entries'

/**
 * Debounce in ms of the search for users below admin, whose viewed guests are counted (rule 4.16).
 */
const SEARCH_DEBOUNCE_MS = 250

/**
 * Returns the server's search results for the text. Results of an earlier text are returned only
 * while they match the current text.
 */
export function useFind(text: string, privilege: number) {
  const debounceMs = hasPermission(privilege, 'admin') ? 0 : SEARCH_DEBOUNCE_MS
  const typed = text.trim()
  const q = useDebounced(typed, debounceMs)
  const isLongEnough = typed.length >= MIN_SEARCH_LENGTH
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['find', q],
    queryFn: ({ signal }) => api('GET', '/find', { query: { q }, signal }),
    enabled: isLongEnough && q.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    gcTime: 60_000,
    retry: false,
  })
  const isOutdated = isPlaceholderData || q !== typed
  const found = isLongEnough ? (data?.found ?? []) : []
  return {
    // While the response is pending, earlier results stay if they match the current text.
    found: isOutdated ? found.filter((result) => fits(result, typed)) : found,
    isBusy: isLongEnough && (isFetching || isOutdated),
    error: isLongEnough ? error : null,
  }
}

const fits = ({ title, detail }: Found, typed: string) => matchesEntry(`${title} ${detail}`, typed)

function useDebounced(text: string, debounceMs: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    if (debounceMs === 0) return
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, debounceMs])
  return debounceMs === 0 ? text : debounced
}
