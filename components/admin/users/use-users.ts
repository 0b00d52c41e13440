import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/http/client'

/** Who is signed in, so that nobody changes themselves unasked. */
export const useMe = () =>
  useQuery({
    queryKey: ['users', 'me'],
    queryFn: ({ signal }) => api('GET', '/auth/me', { signal }),
  })

export const useUserCounts = () =>
  useQuery({
    queryKey: ['users', 'counts'],
    queryFn: ({ signal }) => api('GET', '/users/counts', { signal }),
  })
