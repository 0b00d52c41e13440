'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { Shape, ShapeSheet } from '@/lib/guests/import/mapping-schema'
import { columnsProblem } from '@/lib/guests/import/rules'
import { MappedColumn } from './mapped-column'
import { type Choices, guessedChoices, type Mapping, mappingOf, sheetOf } from './mapping'
import type { FileImport } from './use-file-import'

interface Props {
  fileImport: FileImport
  shape: Shape
  /** Initial column mapping: guessed, or used in an earlier import. */
  mapping: Mapping
}

/**
 * Form that assigns a field to each column of a table that is not in the format of the template.
 */
export function ColumnMapping({ fileImport, shape, mapping }: Props) {
  const [sheets, setSheets] = useState(mapping.sheets.map(({ sheet }) => sheet))
  const sheet = sheetOf(shape, sheets[0])
  const [choices, setChoices] = useState<Choices>(() => ({
    ...Object.fromEntries(sheet?.columns.map(({ column }) => [column, '']) ?? []),
    ...Object.fromEntries(mapping.columns.map(({ column, field }) => [column, field])),
  }))
  const [tag, setTag] = useState(mapping.tag)
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  if (!sheet) return null

  const isBusy = fileImport.step !== null
  const shown = sheet.columns.filter(({ samples, heading }) => heading || samples.length > 0)
  const problem = columnsProblem(
    Object.entries(choices).map(([column, field]) => ({ column: Number(column), field })),
  )
  const hasLists = Object.values(choices).includes('tag')

  function chooseSheets(next: number[]) {
    setSheets(next)
    const first = sheetOf(shape, next[0])
    if (first && first.sheet !== sheet?.sheet) setChoices(guessedChoices(first))
  }

  return (
    <section aria-labelledby={id} className="mt-4 space-y-4">
      <div>
        <h3 id={id} ref={title} tabIndex={-1} className="font-semibold outline-none">
          Što je u kojem stupcu?
        </h3>
        <p className="text-sm text-muted">
          <span>
            {fileImport.isKnown
              ? 'Predlažemo kao prošli put.'
              : 'Tablica nije kao predložak, pa smo pogađali.'}
          </span>{' '}
          Pogledajte i pritisnite Dalje; ništa se još ne uvozi.
        </p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {shape.sheets.length > 1 && (
          <SheetChoice shape={shape} chosen={sheets} onChoose={chooseSheets} />
        )}
        <Select
          label="Red s naslovima stupaca"
          value={sheet.headingRow}
          disabled={isBusy}
          onChange={({ target }) => fileImport.changeHeadingRow(sheet.sheet, Number(target.value))}
        >
          {sheet.firstRows.map(({ row, text }) => (
            <option key={row} value={row}>
              {row}: {text}
            </option>
          ))}
          <option value={0}>Nema naslova, podaci su od prvog reda</option>
        </Select>
      </div>
      <ul aria-label="Stupci" className="divide-y divide-edge rounded-md border border-edge">
        {shown.map((column) => (
          <MappedColumn
            key={column.column}
            column={column}
            field={choices[column.column] ?? ''}
            isWrong={problem?.columns.includes(column.column) ?? false}
            describedBy={`${id}-wrong`}
            onChange={(field) => setChoices({ ...choices, [column.column]: field })}
          />
        ))}
      </ul>
      {!hasLists && (
        <Select
          label="Svi idu na popis"
          hint="U tablici nema stupca s popisom."
          value={tag}
          onChange={({ target }) => setTag(target.value)}
        >
          {shape.lists.map((list, i) => (
            <option key={list.tag} value={i === 0 ? '' : list.tag}>
              {list.name}
            </option>
          ))}
        </Select>
      )}
      <div id={`${id}-wrong`}>
        {problem && (
          <Notice tone="error" className="bg-panel-2">
            {problem.sentence}
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button
          look="primary"
          disabled={isBusy || problem !== null}
          onClick={() =>
            fileImport.applyMapping(mappingOf(shape, sheets, choices, hasLists ? '' : tag))
          }
        >
          Dalje
        </Button>
        <Button onClick={fileImport.reset} disabled={isBusy}>
          Odustani
        </Button>
      </div>
    </section>
  )
}

interface SheetProps {
  shape: Shape
  chosen: number[]
  onChoose: (sheets: number[]) => void
}

/** Select for the sheets to import: one sheet, or all sheets with the same headings. */
function SheetChoice({ shape, chosen, onChoose }: SheetProps) {
  const nameOf = (sheet: number) => sheetOf(shape, sheet)?.name ?? ''
  const sheetGroups = shape.sheets.filter(
    ({ alike, sheet }) => alike.length > 1 && alike[0] === sheet,
  )
  const options: { sheets: number[]; text: string }[] = [
    ...sheetGroups.map(({ alike }) => ({
      sheets: alike,
      text: `Svi: ${alike.map(nameOf).join(', ')}`,
    })),
    ...shape.sheets.map(({ sheet, name }: ShapeSheet) => ({ sheets: [sheet], text: name })),
  ]
  return (
    <Select
      label="List"
      hint={
        sheetGroups.length > 0
          ? undefined
          : 'Listovi nemaju iste naslove: uvezite ih jedan po jedan.'
      }
      value={chosen.join()}
      onChange={({ target }) => onChoose(target.value.split(',').map(Number))}
    >
      {options.map(({ sheets, text }) => (
        <option key={sheets.join()} value={sheets.join()}>
          {text}
        </option>
      ))}
    </Select>
  )
}
