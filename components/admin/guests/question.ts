import type { Flag } from '@/lib/http/fields'

/** What the list is asked: the search, the filters and the order. */
export interface GuestQuestion {
  search: string
  tag: string | null
  /** The number of a sponsor: the key to its list is not for an address bar. */
  sponsor: string | null
  bought: Flag | null
  entered: Flag | null
  ordering: string | null
}

/** Unlike the API's own order it has those without a name at the end. */
export const USUAL_ORDER = 'name'

const SEARCHED = 'name,surname,jmbag,email'

/** The search of the list, as every address of the API takes it. */
export function searchParams(search: string): URLSearchParams {
  const query = new URLSearchParams()
  if (search) {
    query.set('search', search)
    query.set('search_fields', SEARCHED)
  }
  return query
}

/** The whole question; the same for the list and for its spreadsheet. */
export function questionParams({ search, ordering, ...filters }: GuestQuestion): string {
  const query = searchParams(search)
  query.set('ordering', ordering ?? USUAL_ORDER)
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return query.toString()
}

export const isFiltered = ({ ordering: _, ...narrowing }: GuestQuestion) =>
  Object.values(narrowing).some(Boolean)
