'use client'

import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveFile } from '@/components/admin/data/download-button'
import { Button } from '@/components/ui/button'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { NumberedRows } from './numbered-rows'

interface RowNotesProps {
  title: string
  total: number
  rows: FileAnswer['rows']
  /** Part of the file name for a download of these rows. Undefined offers no download. */
  name?: string
  /** Content between the title and the table. */
  above?: ReactNode
  /** Buttons of a row, by its place in `rows`. */
  actionsOf?: (row: FileAnswer['rows'][number], index: number) => ReactNode
}

/** Rows of an import with the reasons why they are invalid, skipped or noted. */
export function RowNotes({ title, total, rows, name, above, actionsOf }: RowNotesProps) {
  const download = () => saveFile(new File([notesCsv(rows)], `neispravno-${name}.csv`))
  return (
    <NumberedRows
      title={title}
      heading="Tko i zašto"
      total={total}
      rows={rows}
      above={above}
      actions={
        name && (
          <Button onClick={download}>
            <Download aria-hidden="true" className="size-4" />
            Preuzmi neispravne
          </Button>
        )
      }
    >
      {(row, index) => (
        <>
          {row.text && <p className="font-semibold">{row.text}</p>}
          <p className="text-muted">{row.reasons.join('. ')}</p>
          {actionsOf?.(row, index)}
        </>
      )}
    </NumberedRows>
  )
}

/** A byte order mark, by which a spreadsheet reads the text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Returns a CSV cell. CSV has no types, so a text that starts like a formula gets an apostrophe in
 * front; spreadsheet programs then do not run it as a formula.
 */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** Returns the rows with their errors as CSV, for users who correct the original file. */
const notesCsv = (rows: FileAnswer['rows']) =>
  BYTE_ORDER_MARK +
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
