'use client'

import { Plus } from 'lucide-react'
import { SearchedList } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { ButtonLink } from '@/components/ui/button-link'
import { api } from '@/lib/http/client'
import { LINEUP_MESSAGES } from '@/lib/lineup/schema'

/** The performers in their order (spec section 2, Lineup list). */
export const LineupScreen = () => (
  <>
    <ScreenHead title="Izvođači">
      <ButtonLink href="/admin/lineup-add/0" look="primary" icon={Plus}>
        Dodaj izvođača
      </ButtonLink>
    </ScreenHead>
    <SearchedList
      noun="lineup"
      path="/lineup"
      search="Traži po imenu"
      empty="Još nema izvođača. Dodajte prvoga."
      failed={LINEUP_MESSAGES.loadFailed}
      isWhole
    >
      {({ rows, total, isPart }) => (
        <SortableCards
          {...{ rows, total, isPart }}
          noun="lineup"
          save={(body) => api('POST', '/lineup/reorder', { body })}
          label="Izvođači po redu"
          picture="photo"
          hidden="Nije prikazan"
          editHref={({ slug }) => `/admin/lineup-add/${slug}`}
          failed={LINEUP_MESSAGES.reorderFailed}
        />
      )}
    </SearchedList>
  </>
)
