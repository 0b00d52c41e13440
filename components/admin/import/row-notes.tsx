'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { grouped } from '@/components/admin/data/grouped'
import { keepFile } from '@/components/admin/data/keep-file'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { notesCsv } from './notes-csv'

type RowNote = FileAnswer['rows'][number]

const COLUMNS: Column<RowNote>[] = [
  {
    key: 'row',
    label: 'Red',
    phone: 'heading',
    cell: ({ row }) => (
      <>
        <span className="md:sr-only">Red </span>
        {row}
      </>
    ),
  },
  { key: 'text', label: 'Tko', phone: 'bare', cell: ({ text }) => text || '–' },
  { key: 'reasons', label: 'Razlog', phone: 'bare', cell: ({ reasons }) => reasons.join('. ') },
]

/** Few enough to be read; the rest at a press. */
const AT_FIRST = 5

interface Props {
  title: string
  /** Of all, also of those that are not named here. */
  total: number
  rows: RowNote[]
  /** Offers them as a file of this name. */
  name?: string
}

/** Rows of which there is something to say, each with its number in the file. */
export function RowNotes({ title, total, rows, name }: Props) {
  const [isWhole, setWhole] = useState(false)
  if (total === 0) return null
  const shown = isWhole ? rows : rows.slice(0, AT_FIRST)
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        {title} <span className="text-muted tabular-nums">({grouped(total)})</span>
      </h3>
      <DataTable
        caption={title}
        rows={shown}
        columns={COLUMNS}
        rowKey={({ row, reasons }) => `${row} ${reasons[0]}`}
      />
      {isWhole && total > rows.length && (
        <p className="mt-2 text-sm text-muted">Prikazano je prvih {grouped(rows.length)}.</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {rows.length > AT_FIRST && (
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Prikaži manje' : `Prikaži sve (${grouped(rows.length)})`}
          </Button>
        )}
        {name && (
          <Button onClick={() => keepFile(new File([notesCsv(rows)], `neispravno-${name}.csv`))}>
            <Download aria-hidden="true" className="size-4" />
            Preuzmi neispravne
          </Button>
        )}
      </div>
    </section>
  )
}
