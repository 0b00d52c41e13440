'use client'

import { Download } from 'lucide-react'
import { saveFile } from '@/components/admin/data/download-button'
import { Button } from '@/components/ui/button'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { NumberedRows } from './numbered-rows'

interface RowNotesProps {
  title: string
  total: number
  rows: FileAnswer['rows']
  /** Offers them as a file of this name. */
  name?: string
}

/** Rows of which there is something to say. */
export function RowNotes({ title, total, rows, name }: RowNotesProps) {
  const keep = () => saveFile(new File([notesCsv(rows)], `neispravno-${name}.csv`))
  return (
    <NumberedRows
      title={title}
      heading="Tko i zašto"
      total={total}
      rows={rows}
      actions={
        name && (
          <Button onClick={keep}>
            <Download aria-hidden="true" className="size-4" />
            Preuzmi neispravne
          </Button>
        )
      }
    >
      {({ text, reasons }) => (
        <>
          {text && <p className="font-semibold">{text}</p>}
          <p className="text-muted">{reasons.join('. ')}</p>
        </>
      )}
    </NumberedRows>
  )
}

/** A byte order mark, by which a spreadsheet reads the text as UTF-8. */
const MARK = '\uFEFF'

/** A cell of a text has no type: what begins like a formula is kept from being one. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Rows and what is wrong with them as a spreadsheet, to be worked through beside the file. */
const notesCsv = (rows: FileAnswer['rows']) =>
  MARK +
  [
    ['red', 'tko', 'razlog'],
    ...rows.map(({ row, sheet, text, reasons }) => [
      sheet === undefined ? `${row}` : `${sheet}: ${row}`,
      text,
      reasons.join('. '),
    ]),
  ]
    .map((line) => line.map(cell).join(';'))
    .join('\r\n')
