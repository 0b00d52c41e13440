import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'

/** Loads the current user, so that screens can ask before users change their own account. */
export const useMe = () =>
  useQuery({
    queryKey: ['users', 'me'],
    queryFn: ({ signal }) => api('GET', '/auth/me', { signal }),
  })

/** Loads how many guests each user has viewed today, by user id. */
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
