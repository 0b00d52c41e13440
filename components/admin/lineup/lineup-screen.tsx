'use client'

import { Plus } from 'lucide-react'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { SortableCards } from '@/components/admin/reorder/sortable-cards'
import { ButtonLink } from '@/components/ui/button-link'
import { LINEUP_MESSAGES } from '@/lib/lineup/schema'

/** Screen with the performers in their order (rule 13.6). */
export const LineupScreen = () => (
  <>
    <ScreenHead title="Izvođači">
      <ButtonLink href="/admin/lineup-add/0" look="primary" icon={Plus}>
        Dodaj izvođača
      </ButtonLink>
    </ScreenHead>
    <SortableCards
      entity="lineup"
      label="Izvođači po redu"
      search="Traži po imenu"
      empty="Još nema izvođača. Dodajte prvoga."
      picture="photo"
      messages={LINEUP_MESSAGES}
    />
  </>
)
