'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'
import type { VisibilityFlag } from '@/lib/visibility/schema'

const QUERY_KEY = ['visibility']

interface Change {
  visible: string
  /**
   * Value that the user saw. If another admin has changed it meanwhile, the request fails and
   * nothing is overwritten.
   */
  seen: string
}

export const useVisibility = () =>
  useQuery({ queryKey: QUERY_KEY, queryFn: async () => (await api('GET', '/visibility')).rows })

/**
 * Saves one visibility flag or time. `saving` is the new value while the request runs, and takes
 * precedence over values that are loaded meanwhile. After the last of several changes all flags are
 * loaded again (rule 10.16).
 */
export function useSetVisibility(name: VisibilityFlag['name']) {
  const client = useQueryClient()
  const mutationKey = [...QUERY_KEY, name]
  const { mutate, isPending, variables } = useMutation({
    mutationKey,
    mutationFn: (change: Change) =>
      api('PUT', '/visibility/[key]', {
        params: { key: name },
        body: { visible: change.visible, seen: { visible: change.seen } },
      }),
    onSuccess: async (_response, { visible }) => {
      // Cancels requests that started before this change was saved, because they may return the old
      // value.
      await client.cancelQueries({ queryKey: QUERY_KEY })
      client.setQueryData<VisibilityFlag[]>(QUERY_KEY, (all) =>
        all?.map((flag) => (flag.name === name ? { name, visible } : flag)),
      )
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: QUERY_KEY }) === 1)
        void client.invalidateQueries({ queryKey: QUERY_KEY })
    },
  })

  const currentValue = () =>
    client.getQueryData<VisibilityFlag[]>(QUERY_KEY)?.find((flag) => flag.name === name)?.visible ??
    ''
  // Ignores the second of two quick presses, which comes before `isPending` is rendered.
  const save = (
    visible: string,
    callbacks: Parameters<typeof mutate>[1],
    seen = currentValue(),
  ) => {
    if (client.isMutating({ mutationKey }) > 0) return
    mutate({ visible, seen }, callbacks)
  }
  return { save, isPending, saving: isPending ? variables.visible : null }
}
