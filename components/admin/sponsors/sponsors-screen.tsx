'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { SearchedList } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { buttonClasses } from '@/components/ui/button'
import { api } from '@/lib/http/client'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import type { Sponsor } from '@/lib/sponsors/schema'
import { InviteSponsors } from './invitations'

/** The sponsors in their order (spec section 2, Sponsors list). */
export const SponsorsScreen = () => (
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
    <SearchedList
      noun="sponsors"
      path="/sponsors"
      search="Traži po nazivu"
      empty="Još nema sponzora. Dodajte prvoga."
      failed={SPONSOR_MESSAGES.loadFailed}
      isWhole
    >
      {({ rows, total, isPart }) => (
        <SortableCards
          {...{ rows, total, isPart }}
          noun="sponsors"
          save={(body) => api('POST', '/sponsors/reorder', { body })}
          label="Sponzori po redu"
          picture="logo"
          hidden="Nije prikazan"
          details={listState}
          editHref={({ slug }) => `/admin/sponsors-add/${slug}`}
          failed={SPONSOR_MESSAGES.reorderFailed}
        />
      )}
    </SearchedList>
  </>
)

/** How full its list is, and whether it is still open. */
const listState = ({ guests, guestCap, guestsEnabled }: Sponsor) =>
  guestCap === 0
    ? 'Bez popisa gostiju'
    : `Gosti: ${guests} od ${guestCap}${guestsEnabled === '0' ? ' (zatvoreno)' : ''}`
