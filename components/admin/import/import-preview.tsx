'use client'

import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { keepFile } from '@/components/admin/data/download-button'
import { Button } from '@/components/ui/button'
import { grouped } from '@/components/ui/grouped'
import { Notice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import type { ImportKind } from './import-screen'
import type { FileImport } from './use-file-import'

interface Props {
  kind: ImportKind
  work: FileImport
  preview: FileAnswer
}

/** What the import would do, row by row where there is something to say, and the way to do it. */
export function ImportPreview({ kind, work, preview }: Props) {
  const [addsNamesakes, setAddsNamesakes] = useState(false)
  const id = useId()
  const { faulty, namesakes, skipped, noted } = preview
  const toAdd = preview.toAdd - (addsNamesakes ? 0 : namesakes)
  const rows = (state: 'faulty' | 'noted' | 'skipped') =>
    preview.rows.filter((row) => row.state === state)
  return (
    <div className="mt-4 space-y-4">
      <div role="status">
        <dl aria-label="Pregled uvoza" className="grid grid-cols-3 gap-2">
          <Count label="Dodaje se" value={toAdd} tone="text-go" />
          <Count label="Već na popisu" value={skipped + preview.toAdd - toAdd} />
          <Count label="Neispravno" value={faulty} tone="text-stop" />
        </dl>
      </div>
      {faulty > 0 && (
        <Notice tone="error" className="bg-panel-2">
          Ništa se ne uvozi dok ima neispravnih redova. Ispravite ih u datoteci pa je odaberite
          ponovno.
        </Notice>
      )}
      <RowNotes title="Neispravni redovi" total={faulty} rows={rows('faulty')} name={kind.noun} />
      <RowNotes title="Napomene" total={noted} rows={rows('noted')} />
      <RowNotes title="Već na popisu" total={skipped} rows={rows('skipped')} />
      {faulty === 0 && (
        <>
          <Sample rows={preview.sample} />
          {namesakes > 0 && (
            <div className="flex items-center justify-between gap-4">
              <p id={id}>
                Dodaj i one koji su možda već na popisu{' '}
                <span className="text-muted tabular-nums">({grouped(namesakes)})</span>
              </p>
              <Switch
                labelledBy={id}
                checked={addsNamesakes}
                onChange={setAddsNamesakes}
                disabled={work.work !== null}
              />
            </div>
          )}
          <div className="flex flex-wrap gap-2 max-sm:*:w-full">
            <Button
              look="primary"
              pending={work.work === 'importing'}
              disabled={toAdd === 0}
              onClick={() => work.write(addsNamesakes ? 'add' : 'skip')}
            >
              {toAdd === 0 ? 'Nema se što uvesti' : `Uvezi (${grouped(toAdd)})`}
            </Button>
            <Button onClick={work.reset} disabled={work.work !== null}>
              Odustani
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function Count({ label, value, tone = '' }: { label: string; value: number; tone?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-md bg-panel-2 px-3 py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={`text-2xl font-bold tabular-nums ${value > 0 ? tone : ''}`}>
        {grouped(value)}
      </dd>
    </div>
  )
}

/** The first rows as they were understood: columns in the wrong place show here. */
function Sample({ rows }: { rows: FileAnswer['sample'] }) {
  if (rows.length === 0) return null
  return (
    <section className="text-sm">
      <h3 className="font-semibold">Prvi redovi, kako su pročitani</h3>
      <ul className="mt-1 text-muted">
        {rows.map(({ row, text }) => (
          <li key={row} className="truncate">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Few enough to be read; the rest at a press. */
const AT_FIRST = 5

interface RowNotesProps {
  title: string
  /** Of all, also of those that are not named here. */
  total: number
  rows: FileAnswer['rows']
  /** Offers them as a file of this name. */
  name?: string
}

/** Rows of which there is something to say, each with its number in the file. */
function RowNotes({ title, total, rows, name }: RowNotesProps) {
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
  [['red', 'tko', 'razlog'], ...rows.map((r) => [String(r.row), r.text, r.reasons.join('. ')])]
    .map((line) => line.map(cell).join(';'))
    .join('\r\n')
