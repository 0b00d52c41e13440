'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import type { Shape } from '@/lib/guests/import/mapping-schema'
import { COLUMN_LABELS } from '@/lib/guests/import/rules'
import { sheetOf } from './mapping'
import type { FileImport } from './use-file-import'

/** Summary of the column mapping that was used, with a button to change it. */
export function MappingLine({ fileImport, shape }: { fileImport: FileImport; shape: Shape }) {
  const change = useRef<HTMLButtonElement>(null)
  // The button that opened this view no longer exists, so the focus moves here.
  useEffect(() => change.current?.focus(), [])
  const { mapping } = fileImport
  if (!mapping) return null
  const columns = sheetOf(shape, mapping.sheets[0]?.sheet)?.columns
  const columnTexts = mapping.columns.map(({ column, field }) => {
    const fileColumn = columns?.find((candidate) => candidate.column === column)
    const { heading = '', letters = '' } = fileColumn ?? {}
    return `${heading || letters} → ${COLUMN_LABELS[field]}`
  })
  const list = shape.lists.find(({ tag }) => tag === mapping.tag)?.name
  const hasLists = mapping.columns.some(({ field }) => field === 'tag')
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 rounded-md bg-panel-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        {fileImport.isKnown && <p className="font-semibold">Stupci su pročitani kao prošli put.</p>}
        <p className="text-sm text-muted wrap-anywhere">
          {columnTexts.join(', ')}
          <span>{!hasLists && `; svi na popis ${list}`}</span>.
        </p>
      </div>
      <Button ref={change} onClick={fileImport.editMapping} disabled={fileImport.step !== null}>
        Promijeni
      </Button>
    </div>
  )
}
