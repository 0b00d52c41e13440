import { untypedApi } from '@/lib/api-client/client'
import type { EndpointInput, EndpointOutput } from '@/lib/api-client/types'

/** Entities whose API path equals the first part of the query keys of their lists. */
type Entity = 'gates' | 'stages' | 'tags' | 'translations'

/** Returns the read, change and delete requests of one item, by its id. */
export function itemEndpoints<E extends Entity>(entity: E, id: number) {
  const path = `/${entity}/[id]` as const
  const params = { id }
  return {
    entity,
    read: (): Promise<EndpointOutput<'GET', `/${E}/[id]`>> => untypedApi('GET', path, { params }),
    change: (
      body: EndpointInput<'PUT', `/${E}/[id]`>['body'],
    ): Promise<EndpointOutput<'PUT', `/${E}/[id]`>> => untypedApi('PUT', path, { params, body }),
    /** Properties for DeleteButton. */
    deletion: { remove: () => untypedApi('DELETE', path, { params }), invalidates: [entity] },
  }
}
