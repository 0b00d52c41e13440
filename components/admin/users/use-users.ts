import { useQuery } from '@tanstack/react-query'
import type { Account } from '@/lib/auth/schema'
import { api } from '@/lib/http/client'
import type { UserCounts } from '@/lib/users/schema'

/** Who is signed in, so that nobody changes themselves unasked. */
export const useMe = () =>
  useQuery({
    queryKey: ['users', 'me'],
    queryFn: ({ signal }) => api<Account>('GET', '/auth/me', undefined, signal),
  })

export const useUserCounts = () =>
  useQuery({
    queryKey: ['users', 'counts'],
    queryFn: ({ signal }) => api<UserCounts>('GET', '/users/counts/', undefined, signal),
  })
