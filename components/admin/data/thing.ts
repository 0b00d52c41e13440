import { untypedApi } from '@/lib/api-client/client'
import type { EndpointInput, EndpointOutput } from '@/lib/api-client/types'

/** Entities whose API path equals the first part of the query keys of their lists. */
type Noun = 'gates' | 'stages' | 'tags' | 'translations'

/** Returns the read, change and delete requests of one item, by its id. */
export function itemEndpoints<N extends Noun>(noun: N, id: number) {
  const path = `/${noun}/[id]` as const
  const params = { id }
  return {
    noun,
    read: (): Promise<EndpointOutput<'GET', `/${N}/[id]`>> => untypedApi('GET', path, { params }),
    change: (
      body: EndpointInput<'PUT', `/${N}/[id]`>['body'],
    ): Promise<EndpointOutput<'PUT', `/${N}/[id]`>> => untypedApi('PUT', path, { params, body }),
    /** Properties for DeleteButton. */
    deletion: { remove: () => untypedApi('DELETE', path, { params }), stale: [noun] },
  }
}
