import { api } from '@/lib/http/client'
import type { Answer, Given, Loose, Method, Path } from '@/lib/http/client-types'

type ThingPath = Extract<Path<'GET'> & Path<'PUT'> & Path<'DELETE'>, `${string}/[id]`>

/** A call whose address its caller is told; the types are those of `thing`. */
const call = api as (method: Method, path: string, given: Loose) => Promise<never>

/** One thing of a list by its number: to be read as it is now, changed and deleted. */
export function thing<P extends ThingPath>(path: P, id: number) {
  const params = { id }
  return {
    read: (): Promise<Answer<'GET', P>> => call('GET', path, { params }),
    change: (body: Given<'PUT', P>['body']): Promise<Answer<'PUT', P>> =>
      call('PUT', path, { params, body }),
    remove: (): Promise<Answer<'DELETE', P>> => call('DELETE', path, { params }),
  }
}
