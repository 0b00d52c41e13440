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
const REST = 250

/**
 * Returns the server's search results for the text. Results of an earlier text are returned only
 * while they match the current text.
 */
export function useFind(text: string, privilege: number) {
  const rest = hasPermission(privilege, 'admin') ? 0 : REST
  const typed = text.trim()
  const q = useRested(typed, rest)
  const isAsked = typed.length >= MIN_SEARCH_LENGTH
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['find', q],
    queryFn: ({ signal }) => api('GET', '/find', { query: { q }, signal }),
    enabled: isAsked && q.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: 2_000,
    gcTime: 60_000,
    retry: false,
  })
  const isBehind = isPlaceholderData || q !== typed
  const found = isAsked ? (data?.found ?? []) : []
  return {
    // While the response is pending, earlier results stay if they match the current text.
    found: isBehind ? found.filter((one) => fits(one, typed)) : found,
    isBusy: isAsked && (isFetching || isBehind),
    error: isAsked ? error : null,
  }
}

const fits = ({ title, detail }: Found, typed: string) => matchesEntry(`${title} ${detail}`, typed)

function useRested(text: string, rest: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (rest === 0) return
    const timer = setTimeout(() => setRested(text), rest)
    return () => clearTimeout(timer)
  }, [text, rest])
  return rest === 0 ? text : rested
}
