'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'
import type { Texts } from '@/lib/translations/rules'

/** Every text by its key, to see which keys are missing; undefined until they are known. */
export function useTexts(): Texts | undefined {
  const { data } = useQuery({
    queryKey: ['translations', 'all'],
    queryFn: ({ signal }) => api('GET', '/translations', { query: { ordering: 'key' }, signal }),
    select: ({ rows }): Texts => Object.fromEntries(rows.map(({ key, value }) => [key, value])),
  })
  return data
}
