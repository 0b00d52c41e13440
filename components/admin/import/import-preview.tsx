'use client'

import { useId, useState } from 'react'
import type { ImportKind } from '@/components/admin/import/import-values'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { LabelledSwitch, Switch } from '@/components/ui/switch'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import { FaultyRows } from './faulty-rows'
import { Changes } from './import-changes'
import { MappingLine } from './mapping-line'
import { RowNotes } from './row-notes'
import type { FileImport } from './use-file-import'

interface Props {
  kind: ImportKind
  fileImport: FileImport
  preview: NonNullable<FileImport['preview']>
}

/**
 * Preview of an import: totals, the rows with an error or a note, and the button that runs the
 * import.
 */
export function ImportPreview({ kind, fileImport, preview }: Props) {
  const [addsNamesakes, setAddsNamesakes] = useState(false)
  const id = useId()
  const { faulty, namesakes, skipped, noted, toUpdate = 0, changes = [], hidden } = preview
  const toAdd = preview.toAdd - (addsNamesakes ? 0 : namesakes)
  const gridColumns = fileImport.updates ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-3'
  const rows = (state: 'noted' | 'skipped') => preview.rows.filter((row) => row.state === state)
  return (
    <div className="mt-4 space-y-4">
      {fileImport.shape && <MappingLine fileImport={fileImport} shape={fileImport.shape} />}
      <div role="status">
        <dl aria-label="Pregled uvoza" className={`grid gap-2 ${gridColumns}`}>
          <Count label="Dodaje se" value={toAdd} tone="text-go" />
          {fileImport.updates && <Count label="Mijenja se" value={toUpdate} tone="text-go" />}
          <Count label="Već na popisu" value={skipped + preview.toAdd - toAdd} />
          <Count label="Neispravno" value={faulty} tone="text-stop" />
        </dl>
      </div>
      {faulty > 0 && (
        <Notice tone="error" className="bg-panel-2">
          Ništa se ne uvozi dok ima neispravnih redova. Ispravite ih ili preskočite ovdje, ili u
          datoteci pa je odaberite ponovno.
        </Notice>
      )}
      {hidden && (hidden.count > 0 || hidden.columns.length > 0) && (
        <HiddenParts fileImport={fileImport} hidden={hidden} />
      )}
      {kind.entity === 'guests' && (
        <LabelledSwitch
          label="Ažuriraj postojeće"
          note="Ime, prezime, e-mail i popis onih koji su već na popisu. Prazna polja ništa ne brišu; karta i ulaz ostaju."
          checked={fileImport.updates}
          onChange={fileImport.setUpdates}
          pending={fileImport.step === 'checking'}
          disabled={fileImport.step === 'importing'}
        />
      )}
      <FaultyRows kind={kind} fileImport={fileImport} preview={preview} />
      <Changes total={toUpdate} changes={changes} />
      <RowNotes title="Napomene" total={noted} rows={rows('noted')} />
      <RowNotes title="Već na popisu" total={skipped} rows={rows('skipped')} />
      {faulty === 0 && (
        <>
          <Sample rows={preview.sample} />
          {namesakes > 0 && (
            <div className="flex items-center justify-between gap-4">
              <p id={id}>
                Dodaj i one koji su možda već na popisu{' '}
                <span className="text-muted tabular-nums">({formatNumber(namesakes)})</span>
              </p>
              <Switch
                labelledBy={id}
                checked={addsNamesakes}
                onChange={setAddsNamesakes}
                disabled={fileImport.step !== null}
              />
            </div>
          )}
          <div className="flex flex-wrap gap-2 max-sm:*:w-full">
            <Button
              look="primary"
              pending={fileImport.step === 'importing'}
              disabled={toAdd + toUpdate === 0 || fileImport.step === 'checking'}
              onClick={() => fileImport.runImport(addsNamesakes ? 'add' : 'skip')}
            >
              {importLabel(toAdd, toUpdate)}
            </Button>
            <Button onClick={fileImport.reset} disabled={fileImport.step !== null}>
              Odustani
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** Lists the hidden rows and columns of the file, and lets the user skip hidden rows. */
function HiddenParts({
  fileImport,
  hidden: { count, rows, columns },
}: {
  fileImport: FileImport
  hidden: NonNullable<Props['preview']['hidden']>
}) {
  const named = rows.join(', ') + (count > rows.length ? ' …' : '')
  return (
    <>
      <Notice className="bg-panel-2">
        {count > 0 && (
          <p>
            Skriveni redovi ({formatNumber(count)}): {named}
          </p>
        )}
        {columns.length > 0 && <p>Skriveni stupci: {columns.join(', ')}</p>}
      </Notice>
      {count > 0 && (
        <LabelledSwitch
          label="Izostavi skrivene redove"
          note="Sakrio ih je filtar ili netko rukom."
          checked={fileImport.skipsHidden}
          onChange={fileImport.setSkipsHidden}
          pending={fileImport.step === 'checking'}
          disabled={fileImport.step === 'importing'}
        />
      )}
    </>
  )
}

function importLabel(toAdd: number, toUpdate: number): string {
  const update = `(${formatNumber(toUpdate)})`
  if (toAdd === 0) return toUpdate === 0 ? 'Nema se što uvesti' : `Ažuriraj ${update}`
  return `Uvezi (${formatNumber(toAdd)})${toUpdate === 0 ? '' : ` i ažuriraj ${update}`}`
}

function Count({ label, value, tone = '' }: { label: string; value: number; tone?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-md bg-panel-2 px-3 py-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={`text-2xl font-bold tabular-nums ${value > 0 ? tone : ''}`}>
        {formatNumber(value)}
      </dd>
    </div>
  )
}

/**
 * First rows of the file as they were parsed, so that the user notices columns in the wrong place.
 */
function Sample({ rows }: { rows: FileAnswer['sample'] }) {
  if (rows.length === 0) return null
  return (
    <section className="text-sm">
      <h3 className="font-semibold">Prvi redovi, kako su pročitani</h3>
      <ul className="mt-1 text-muted">
        {rows.map(({ row, sheet, text }) => (
          <li key={`${sheet} ${row}`} className="truncate">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
