import { call } from '@/lib/api-client/client'
import type { Answer, Given } from '@/lib/api-client/types'

/** Lists that are known on the screens by the names that they have in the API. */
type Noun = 'gates' | 'stages' | 'tags' | 'translations'

/** One thing of a list by its number: to be read as it is now, changed and deleted. */
export function thing<N extends Noun>(noun: N, id: number) {
  const path = `/${noun}/[id]` as const
  const params = { id }
  return {
    noun,
    read: (): Promise<Answer<'GET', `/${N}/[id]`>> => call('GET', path, { params }),
    change: (body: Given<'PUT', `/${N}/[id]`>['body']): Promise<Answer<'PUT', `/${N}/[id]`>> =>
      call('PUT', path, { params, body }),
    /** For the button that deletes it. */
    deletion: { remove: () => call('DELETE', path, { params }), stale: [noun] },
  }
}
