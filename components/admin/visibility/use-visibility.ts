'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'
import type { VisibilityFlag } from '@/lib/visibility/schema'

const KEY = ['visibility']

interface Change {
  visible: string
  /** What stood there; the second of two admins is told, and nothing overwritten. */
  seen: string
}

export const useVisibility = () =>
  useQuery({ queryKey: KEY, queryFn: async () => (await api('GET', '/visibility')).rows })

/**
 * Saves one flag or time. `saving` is what it is to be, shown over whatever is read meanwhile; the
 * others stay as they are. The last of several changes reloads them all (rule 10.16).
 */
export function useSetVisibility(name: VisibilityFlag['name']) {
  const client = useQueryClient()
  const mutationKey = [...KEY, name]
  const { mutate, isPending, variables } = useMutation({
    mutationKey,
    mutationFn: (change: Change) =>
      api('PUT', '/visibility/[key]', {
        params: { key: name },
        body: { visible: change.visible, seen: { visible: change.seen } },
      }),
    onSuccess: async (_answer, { visible }) => {
      // A reading that began before this was saved may still be on its way.
      await client.cancelQueries({ queryKey: KEY })
      client.setQueryData<VisibilityFlag[]>(KEY, (all) =>
        all?.map((flag) => (flag.name === name ? { name, visible } : flag)),
      )
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: KEY }) === 1)
        void client.invalidateQueries({ queryKey: KEY })
    },
  })

  // The second of two quick presses comes before `isPending` is rendered.
  const save = (visible: string, then: Parameters<typeof mutate>[1]) => {
    if (client.isMutating({ mutationKey }) > 0) return
    const all = client.getQueryData<VisibilityFlag[]>(KEY)
    mutate({ visible, seen: all?.find((flag) => flag.name === name)?.visible ?? '' }, then)
  }
  return { save, isPending, saving: isPending ? variables.visible : null }
}
