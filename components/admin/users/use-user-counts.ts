import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/http/client'
import type { UserCounts } from '@/lib/users/schema'

export const useUserCounts = () =>
  useQuery({
    queryKey: ['users', 'counts'],
    queryFn: ({ signal }) => api<UserCounts>('GET', '/users/counts/', undefined, signal),
  })
