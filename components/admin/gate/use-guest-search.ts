import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ENTRY_SHOWN_AT_MOST, isConfirmationCode, isSearchable } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { ApiError, api } from '@/lib/http/client'

/** The search waits this long after the last letter (spec section 9), in ms. */
const DEBOUNCE = 1_000
const SEARCH = ['gate', 'search']

/** Between two tries while the server cannot be reached, in ms: the network at a gate comes and goes. */
const TRY_AGAIN = 2_000

/**
 * The gate's search. Answers are kept by what was asked, so that a late one never takes
 * the place of a newer. A full confirmation code is looked up at once, in every tag.
 */
export function useGuestSearch() {
  const [text, setText] = useState('')
  const [tag, setTag] = useState('')
  const [settled, setSettled] = useState('')
  const trimmed = text.trim()
  const isCode = isConfirmationCode(trimmed)
  const sought = isCode ? trimmed : settled
  const isOn = isSearchable(trimmed) && isSearchable(sought)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(trimmed), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [trimmed])

  const query = useQuery({
    queryKey: [...SEARCH, sought, isCode ? '' : tag],
    queryFn: ({ signal }) => api('GET', '/guests', { query: queryOf(sought, isCode, tag), signal }),
    select: (page) => page.rows,
    enabled: isOn,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: ({ state: { error } }) =>
      error instanceof ApiError && error.code === 'offline' && TRY_AGAIN,
  })

  /** Enter: looks at once, also again for the same text. */
  const seek = () => {
    if (trimmed === settled && isOn) void query.refetch()
    else setSettled(trimmed)
  }

  return {
    text,
    setText,
    tag,
    setTag,
    isCode,
    seek,
    guests: isOn && !query.isError ? query.data : undefined,
    isSearching: isOn && query.isFetching,
    isStale: query.isPlaceholderData || trimmed !== sought,
    hasFailed: isOn && query.isError,
  }
}

const queryOf = (search: string, isCode: boolean, tag: string) =>
  ({
    search,
    search_fields: isCode ? 'confCode' : 'name,surname,jmbag',
    tag: isCode ? null : tag,
    limit: ENTRY_SHOWN_AT_MOST,
    total: '0',
  }) as const

/** Shows a guest's new state in every list that was searched before. */
export function useListedGuest() {
  const client = useQueryClient()
  return useCallback(
    (guest: Guest) => {
      client.setQueriesData<{ rows: Guest[]; total: number }>(
        { queryKey: SEARCH },
        (page) =>
          page && { ...page, rows: page.rows.map((row) => (row.id === guest.id ? guest : row)) },
      )
    },
    [client],
  )
}
