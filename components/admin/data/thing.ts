import { untypedApi } from '@/lib/api-client/client'
import type { EndpointInput, EndpointOutput } from '@/lib/api-client/types'

/** Lists that are known on the screens by the names that they have in the API. */
type Noun = 'gates' | 'stages' | 'tags' | 'translations'

/** One thing of a list by its number: to be read as it is now, changed and deleted. */
export function itemEndpoints<N extends Noun>(noun: N, id: number) {
  const path = `/${noun}/[id]` as const
  const params = { id }
  return {
    noun,
    read: (): Promise<EndpointOutput<'GET', `/${N}/[id]`>> => untypedApi('GET', path, { params }),
    change: (
      body: EndpointInput<'PUT', `/${N}/[id]`>['body'],
    ): Promise<EndpointOutput<'PUT', `/${N}/[id]`>> => untypedApi('PUT', path, { params, body }),
    /** For the button that deletes it. */
    deletion: { remove: () => untypedApi('DELETE', path, { params }), stale: [noun] },
  }
}
