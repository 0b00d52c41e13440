'use client'

import { FileSpreadsheet, FileUp, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { FileInput } from '@/components/ui/file-input'
import { formatNumber } from '@/components/ui/format-number'
import { MAX_MEGABYTES } from '@/lib/spreadsheet/messages'

interface Props {
  /** Name of the file's content, as part of the labels. */
  label: string
  file: File | null
  isLocked: boolean
  onChoose: (file: File) => void
  onClear: () => void
}

/** Area on which a spreadsheet is dropped, with a button to choose one. */
export function FileChoice({ label, file, isLocked, onChoose, onClear }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function onDragOver(event: DragEvent) {
    if (isLocked || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }

  function onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }

  function onDrop(event: DragEvent) {
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (isLocked || !dropped) return
    event.preventDefault()
    onChoose(dropped)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
      className={classes(
        'rounded-md border-2 border-dashed p-4',
        isOver ? 'border-accent bg-panel-2' : 'border-edge-2',
      )}
    >
      {file ? (
        <div className="flex flex-wrap items-center gap-3">
          <FileSpreadsheet aria-hidden="true" className="size-8 shrink-0 text-muted" />
          <p className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{file.name}</span>
            <span className="block text-sm text-muted">{sizeOf(file.size)}</span>
          </p>
          <Button
            onClick={() => picker.current?.click()}
            disabled={isLocked}
            className="max-sm:order-last max-sm:w-full"
          >
            Zamijeni
          </Button>
          <button
            type="button"
            aria-label={`Ukloni datoteku ${file.name}`}
            title="Ukloni"
            onClick={onClear}
            disabled={isLocked}
            className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2 disabled:opacity-55"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look="primary"
            aria-label={`Odaberi datoteku: ${label}`}
            onClick={() => picker.current?.click()}
            className="max-sm:w-full"
          >
            <FileUp aria-hidden="true" className="size-5" />
            Odaberi datoteku
          </Button>
          <p className="text-sm text-muted">
            <span className="pointer-coarse:hidden">ili je dovucite ovamo. </span>
            Excel (.xlsx) ili .csv, najviše {MAX_MEGABYTES} MB.
          </p>
        </div>
      )}
      <FileInput
        ref={picker}
        label={`Datoteka: ${label}`}
        accept=".xlsx,.csv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv"
        onFile={onChoose}
      />
    </div>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))} kB`
    : `${formatNumber(bytes / 1_000_000)} MB`
