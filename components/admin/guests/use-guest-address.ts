'use client'

import { useSearchParams } from 'next/navigation'
import { useListAddress } from '@/components/admin/data/list'
import type { Flag } from '@/lib/http/fields'
import type { GuestQuestion } from './question'

const OPEN = 'gost'

/** Marks an entry of the browser's history that opening a guest has made. */
interface Mark {
  isOpening?: boolean
}

const flag = (value: string | null): Flag | null => (value === '0' || value === '1' ? value : null)
const number = (value: string | null) => (value && /^[1-9]\d{0,8}$/.test(value) ? value : null)

/** The guest list's address: what is asked, and which guest is open. */
export function useGuestAddress() {
  const params = useSearchParams()
  const { view, filter, setFilter, onSearch, onOrder, clear } = useListAddress()
  const question: GuestQuestion = {
    search: view.search,
    ordering: view.ordering,
    tag: filter('tag'),
    sponsor: number(filter('sponzor')),
    bought: flag(filter('karta')),
    entered: flag(filter('ulaz')),
  }

  // Made once, since every row in sight asks for its own while the page scrolls.
  const opening = new URLSearchParams(params)
  opening.delete(OPEN)
  opening.append(OPEN, '')
  const beginning = `?${opening}`
  const hrefOf = (id: number) => `${beginning}${id}`

  return {
    question,
    openId: Number(number(filter(OPEN))) || null,
    setFilter,
    onSearch,
    onOrder,
    clear,
    hrefOf,
    /** The way back closes it again. */
    open: (id: number) => history.pushState({ isOpening: true } satisfies Mark, '', hrefOf(id)),
    close() {
      if ((history.state as Mark | null)?.isOpening) history.back()
      else setFilter(OPEN, null)
    },
  }
}
