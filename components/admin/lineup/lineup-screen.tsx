'use client'

import { Plus } from 'lucide-react'
import Link from 'next/link'
import { SearchedList } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { buttonClasses } from '@/components/ui/button'
import { api } from '@/lib/http/client'
import { LINEUP_MESSAGES } from '@/lib/lineup/schema'

/** The performers in their order (spec section 2, Lineup list). */
export const LineupScreen = () => (
  <>
    <ScreenHead title="Izvođači">
      <Link href="/admin/lineup-add/0" className={buttonClasses('primary')}>
        <Plus aria-hidden="true" className="size-5" />
        Dodaj izvođača
      </Link>
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
