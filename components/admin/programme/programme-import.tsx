'use client'

import { ArrowLeft, CalendarDays } from 'lucide-react'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { ImportCard } from '@/components/admin/import/import-screen'
import type { ImportKind } from '@/components/admin/import/import-values'
import { ButtonLink } from '@/components/ui/button-link'
import { formatNumber } from '@/components/ui/format-number'

const KIND: ImportKind = {
  entity: 'programme',
  title: 'Nastupi',
  icon: CalendarDays,
  columns: ['Pozornica', 'Izvođač', 'Naziv', 'Od', 'Do'],
  labels: {},
  note: 'Izvođač je onaj iz line-upa; što nije nastup izvođača, ima Naziv. Vrijeme je 21:30, ili s datumom 21.11.2026. 21:30. Pozornica koje nema dodaje se.',
  successMessage: (n) => `Uvezeno nastupa: ${formatNumber(n)}.`,
  errorMessage: 'Uvoz nije uspio.',
}

/** Screen that imports sets from a spreadsheet. Either all rows are imported or none. */
export const ProgrammeImport = () => (
  <>
    <ScreenHead title="Uvoz programa">
      <ButtonLink href="/admin/programme" icon={ArrowLeft}>
        Na program
      </ButtonLink>
    </ScreenHead>
    <div className="max-w-3xl">
      <ImportCard kind={KIND} />
    </div>
  </>
)
