import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'

/** Who is signed in, so that nobody changes themselves unasked. */
export const useMe = () =>
  useQuery({
    queryKey: ['users', 'me'],
    queryFn: ({ signal }) => api('GET', '/auth/me', { signal }),
  })

/** Today's looks at guests, by the person's number. */
export function useGuestReads() {
  const { data } = useQuery({
    queryKey: ['users', 'guest-reads'],
    queryFn: ({ signal }) => api('GET', '/users/guest-reads', { signal }),
  })
  return new Map(data?.rows.map((reads) => [reads.userId, reads]))
}

export const useUserCounts = () =>
  useQuery({
    queryKey: ['users', 'counts'],
    queryFn: ({ signal }) => api('GET', '/users/counts', { signal }),
  })
