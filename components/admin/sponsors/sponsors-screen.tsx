'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { ListState, useList, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { PartNote } from '@/components/admin/reorder/part-note'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { buttonClasses } from '@/components/ui/button'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/http/client'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import type { Sponsor } from '@/lib/sponsors/schema'
import { InviteSponsors } from './invite-sponsors'

/** A list that is put into order is shown whole. */
const ALL = 1000

/** The sponsors in their order (spec section 2, Sponsors list). */
export function SponsorsScreen() {
  const { view, onSearch, clear } = useListAddress()
  const { search } = view
  const list = useList('sponsors', '/sponsors', { search, pageSize: ALL })
  return (
    <>
      <ScreenHead title="Sponzori">
        <InviteSponsors />
        <Link href="/admin/sponsors-add/0" className={buttonClasses('primary')}>
          <Plus aria-hidden="true" className="size-5" />
          <span>
            Dodaj<span className="max-sm:sr-only"> sponzora</span>
          </span>
        </Link>
      </ScreenHead>
      <div className="mb-4">
        <SearchField label="Traži po nazivu" value={search} onSearch={onSearch} />
      </div>
      <ListState
        list={list}
        failed={SPONSOR_MESSAGES.loadFailed}
        empty="Još nema sponzora. Dodajte prvoga."
        isFiltered={search !== ''}
        onClear={clear}
      >
        {(rows, total) => (
          <>
            <PartNote rows={rows} total={total} isPart={search !== ''} />
            <SortableCards
              rows={rows}
              noun="sponsors"
              save={(body) => api('POST', '/sponsors/reorder', { body })}
              failed={SPONSOR_MESSAGES.reorderFailed}
              isPart={search !== ''}
              label="Sponzori po redu"
              picture="logo"
              hidden="Nije prikazan"
              details={listState}
              editHref={({ slug }) => `/admin/sponsors-add/${slug}`}
            />
          </>
        )}
      </ListState>
    </>
  )
}

/** How full its list is, and whether it is still open. */
const listState = ({ guests, guestCap, guestsEnabled }: Sponsor) =>
  guestCap === 0
    ? 'Bez popisa gostiju'
    : `Gosti: ${guests} od ${guestCap}${guestsEnabled === '0' ? ' (zatvoreno)' : ''}`
