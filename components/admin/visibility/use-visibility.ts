'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/lib/http/client'
import type { VisibilityFlag } from '@/lib/visibility/schema'

const KEY = ['visibility']

export const useVisibility = () =>
  useQuery({ queryKey: KEY, queryFn: () => api<VisibilityFlag[]>('GET', '/visibility/') })

/**
 * Saves one flag or time. It shows at once and goes back when it cannot be saved; the
 * others stay as they are. The last of several changes reloads them all (spec section 7).
 */
export function useSetVisibility(name: VisibilityFlag['name']) {
  const client = useQueryClient()
  const put = (visible: string) =>
    client.setQueryData<VisibilityFlag[]>(KEY, (all) =>
      all?.map((flag) => (flag.name === name ? { name, visible } : flag)),
    )
  const mutationKey = [...KEY, name]
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: (visible: string) =>
      api<VisibilityFlag>('PUT', `/visibility/${name}/`, { visible }),
    onMutate: async (visible) => {
      await client.cancelQueries({ queryKey: KEY })
      const all = client.getQueryData<VisibilityFlag[]>(KEY)
      put(visible)
      return { before: all?.find((flag) => flag.name === name)?.visible ?? '' }
    },
    onError: (_error, _visible, context) => put(context?.before ?? ''),
    onSettled: () => {
      if (client.isMutating({ mutationKey: KEY }) === 1)
        void client.invalidateQueries({ queryKey: KEY })
    },
  })

  // The second of two quick presses comes before `isPending` is rendered.
  const save: typeof mutate = (visible, then) => {
    if (client.isMutating({ mutationKey }) === 0) mutate(visible, then)
  }
  return { save, isPending }
}
