'use client'

import { ArrowLeftRight } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { ShapeSheet } from '@/lib/guests/import/mapping-schema'
import { COLUMN_KINDS, COLUMN_LABELS, type ColumnKind } from '@/lib/guests/import/rules'
import { splitName, tidyName } from '@/lib/text/person-names'

interface Props {
  column: ShapeSheet['columns'][number]
  field: ColumnKind | ''
  isWrong: boolean
  /** Id of the element with the validation error. */
  describedBy: string
  onChange: (field: ColumnKind | '') => void
}

/** Maximum number of sample values shown per column. A column with full names shows all samples. */
const MAX_SAMPLES = 3

/** One column of the file: sample values, and a select for the field that it contains. */
export function MappedColumn({ column, field, isWrong, describedBy, onChange }: Props) {
  const { letters, heading, samples, isSure, isHidden } = column
  const id = useId()
  const isGuess = !isSure && field === column.field && field !== ''
  return (
    <li className="space-y-2 p-3">
      <div className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-2">
        <div className="min-w-0">
          <label htmlFor={id} className="block font-semibold wrap-anywhere">
            <span>{heading || <span className="text-muted">(bez naslova)</span>}</span>
            <span className="sr-only">, stupac {letters}</span>
          </label>
          <p className="truncate text-sm text-muted">
            <span aria-hidden="true" className="mr-2 font-mono">
              {letters}
            </span>
            <span>{isHidden && 'skriveno u datoteci · '}</span>
            <span>{samples.length > 0 ? samples.slice(0, MAX_SAMPLES).join(' · ') : 'prazno'}</span>
          </p>
        </div>
        <div>
          <select
            id={id}
            value={field}
            aria-invalid={isWrong || undefined}
            aria-describedby={
              classes(isWrong && describedBy, isGuess && `${id}-guess`) || undefined
            }
            onChange={({ target }) => onChange(target.value as ColumnKind | '')}
            className={classes(
              'block min-h-11 w-full rounded-md border bg-panel px-3 text-base',
              isWrong ? 'border-stop' : 'border-edge-2',
              field === '' ? 'text-muted' : 'text-text',
            )}
          >
            <option value="">Preskoči stupac</option>
            {COLUMN_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {COLUMN_LABELS[kind]}
              </option>
            ))}
          </select>
          {isGuess && (
            <p id={`${id}-guess`} className="mt-1 text-sm text-muted">
              Nismo sigurni: provjerite.
            </p>
          )}
        </div>
      </div>
      {(field === 'nameSurname' || field === 'surnameName') && (
        <NameSplit
          texts={samples}
          order={field}
          onFlip={() => onChange(field === 'nameSurname' ? 'surnameName' : 'nameSurname')}
        />
      )}
    </li>
  )
}

interface SplitProps {
  texts: string[]
  order: 'nameSurname' | 'surnameName'
  onFlip: () => void
}

/** Shows how sample names are split into first name and surname. A button swaps the order. */
function NameSplit({ texts, order, onFlip }: SplitProps) {
  return (
    <div className="rounded-md bg-panel-2 p-3">
      <table className="w-full text-sm">
        <caption className="sr-only">Kako se dijele ime i prezime</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="w-1/2 pr-3 font-semibold">
              Ime
            </th>
            <th scope="col" className="font-semibold">
              Prezime
            </th>
          </tr>
        </thead>
        <tbody>
          {texts.map((text) => {
            const { name, surname } = splitName(tidyName(text).text, order)
            return (
              <tr key={text} className="align-top">
                <td className="pr-3 wrap-anywhere">{name || '–'}</td>
                <td className="wrap-anywhere">{surname || '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Button onClick={onFlip} className="mt-2 max-sm:w-full">
        <ArrowLeftRight aria-hidden="true" className="size-4" />
        Zamijeni ime i prezime
      </Button>
    </div>
  )
}
