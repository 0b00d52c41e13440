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

/** As a list on paper: by surname, and those whose name is not known yet at the end. */
export const USUAL_ORDER = 'surname'

const SEARCHED = 'name,surname,jmbag,email'

/** The search of the list, as every address of the API takes it. */
export const searchQuery = (search: string) => (search ? { search, search_fields: SEARCHED } : {})

/** The whole question; the same for the list and for its spreadsheet. */
export const questionQuery = ({ search, ordering, ...filters }: GuestQuestion) => ({
  ...searchQuery(search),
  ...filters,
  ordering: ordering ?? USUAL_ORDER,
})

export const isFiltered = ({ ordering: _, ...narrowing }: GuestQuestion) =>
  Object.values(narrowing).some(Boolean)
