'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { keepFile } from '@/components/admin/data/download-button'
import { Button } from '@/components/ui/button'
import { grouped } from '@/components/ui/grouped'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { notesCsv } from './notes-csv'

/** Few enough to be read; the rest at a press. */
const AT_FIRST = 5

interface Props {
  title: string
  /** Of all, also of those that are not named here. */
  total: number
  rows: FileAnswer['rows']
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
      <div className="overflow-hidden rounded-md border border-edge">
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="bg-panel-2 text-left text-muted">
            <tr>
              <th scope="col" className="w-0 px-3 py-1.5 text-right font-semibold">
                Red
              </th>
              <th scope="col" className="px-3 py-1.5 font-semibold">
                Tko i zašto
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, text, reasons }) => (
              <tr key={`${row} ${reasons[0]}`} className="border-t border-edge align-top">
                <td className="px-3 py-2 text-right tabular-nums">{row}</td>
                <td className="px-3 py-2 wrap-anywhere">
                  {text && <p className="font-semibold">{text}</p>}
                  <p className="text-muted">{reasons.join('. ')}</p>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
