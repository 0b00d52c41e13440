import { useQuery } from '@tanstack/react-query'
import { api } from '@/lib/http/client'
import type { Texts } from '@/lib/translations/rules'
import type { Translation } from '@/lib/translations/schema'

/** Every text by its key, to see which keys are missing; undefined until they are known. */
export function useTexts(): Texts | undefined {
  const { data } = useQuery({
    queryKey: ['translations', 'all'],
    queryFn: ({ signal }) =>
      api<Translation[]>('GET', '/translations/?ordering=key', undefined, signal),
    select: (all): Texts => Object.fromEntries(all.map(({ key, value }) => [key, value])),
  })
  return data
}
