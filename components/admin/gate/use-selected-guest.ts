import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Guest } from '@/lib/guests/schema'
import { ApiError, api } from '@/lib/http/client'
import { useListedGuest } from './use-guest-search'

const keyOf = (id: number | null) => ['gate', 'guest', id]

/** The guest in the panel: shown at once as the list knew them, then as the server does. */
export function useSelectedGuest() {
  const client = useQueryClient()
  const list = useListedGuest()
  const [id, setId] = useState<number | null>(null)

  const query = useQuery({
    queryKey: keyOf(id),
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => api('GET', '/guests/[id]', { params: { id }, signal }),
    retry: false,
  })

  /** Takes over what the server just answered, before any older answer still on its way. */
  const update = useCallback(
    (guest: Guest) => {
      void client.cancelQueries({ queryKey: keyOf(guest.id) })
      client.setQueryData(keyOf(guest.id), guest)
      list(guest)
    },
    [client, list],
  )

  const select = useCallback(
    (guest: Guest | null) => {
      if (guest) client.setQueryData(keyOf(guest.id), guest)
      setId(guest?.id ?? null)
    },
    [client],
  )

  const isGone = query.error instanceof ApiError && query.error.status === 404
  return { guest: id === null ? null : (query.data ?? null), isGone, select, update }
}
