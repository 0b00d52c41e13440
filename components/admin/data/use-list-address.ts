'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback } from 'react'

/** The parts of a list's address that every list has; filters of its own come beside them. */
const NAMES = { search: 'trazi', ordering: 'poredak', page: 'stranica' } as const

export interface ListView {
  search: string
  /** `field` or `-field`; null is the list's own order. */
  ordering: string | null
  /** From 0. */
  page: number
}

/**
 * What a list shows stands in the address: a reload keeps it, a link can be handed on, and
 * the way back leads to it. Any change but of the page itself starts on the first page.
 */
export function useListAddress() {
  const params = useSearchParams()
  const view: ListView = {
    search: params.get(NAMES.search) ?? '',
    ordering: params.get(NAMES.ordering),
    page: Math.max(Math.trunc(Number(params.get(NAMES.page)) || 1) - 1, 0),
  }

  // Reads the address itself, so that two changes in one go both count.
  const setParams = useCallback((change: Record<string, string | null>) => {
    const next = new URLSearchParams(location.search)
    if (!(NAMES.page in change)) next.delete(NAMES.page)
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value)
      else next.delete(name)
    history.replaceState(null, '', next.size > 0 ? `?${next}` : location.pathname)
  }, [])

  return {
    view,
    /** A filter of this list alone, by its name in the address. */
    filter: (name: string) => params.get(name),
    setFilter: useCallback(
      (name: string, value: string | null) => setParams({ [name]: value }),
      [setParams],
    ),
    onSearch: useCallback((search: string) => setParams({ [NAMES.search]: search }), [setParams]),
    onOrder: useCallback(
      (ordering: string | null) => setParams({ [NAMES.ordering]: ordering }),
      [setParams],
    ),
    onPage: useCallback(
      (page: number) => setParams({ [NAMES.page]: page > 0 ? String(page + 1) : null }),
      [setParams],
    ),
    clear: useCallback(() => history.replaceState(null, '', location.pathname), []),
  }
}
