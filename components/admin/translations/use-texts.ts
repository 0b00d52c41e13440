'use client'

import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/api-client/client'
import type { Texts } from '@/lib/translations/rules'

/** Loads all site texts by key, to see which keys are missing. Undefined until they are loaded. */
export function useTexts(): Texts | undefined {
  const { data } = useQuery({
    queryKey: ['translations', 'all'],
    queryFn: ({ signal }) => api('GET', '/translations', { query: { ordering: 'key' }, signal }),
    select: ({ rows }): Texts => Object.fromEntries(rows.map(({ key, value }) => [key, value])),
  })
  return data
}
