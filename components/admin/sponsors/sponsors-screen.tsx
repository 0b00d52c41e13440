'use client'

import { Plus } from 'lucide-react'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { ButtonLink } from '@/components/ui/button-link'
import { SPONSOR_MESSAGES } from '@/lib/sponsors/messages'
import type { Sponsor } from '@/lib/sponsors/schema'
import { InviteSponsors } from './invitations'

/** Screen with the sponsors in their order (rule 13.12). */
export const SponsorsScreen = () => (
  <>
    <ScreenHead title="Sponzori">
      <InviteSponsors />
      <ButtonLink href="/admin/sponsors-add/0" look="primary" icon={Plus}>
        <span>
          Dodaj<span className="max-sm:sr-only"> sponzora</span>
        </span>
      </ButtonLink>
    </ScreenHead>
    <SortableCards
      entity="sponsors"
      label="Sponzori po redu"
      search="Traži po nazivu"
      empty="Još nema sponzora. Dodajte prvoga."
      picture="logo"
      details={describeList}
      messages={SPONSOR_MESSAGES}
    />
  </>
)

/** Describes the sponsor list: number of guests, guest cap, and whether the list is closed. */
const describeList = ({ guests, guestCap, guestsEnabled }: Sponsor) =>
  guestCap === 0
    ? 'Bez popisa gostiju'
    : `Gosti: ${guests} od ${guestCap}${guestsEnabled === '0' ? ' (zatvoreno)' : ''}`
