'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportKind } from '@/components/admin/import/import-values'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
import { ApiError } from '@/lib/api-client/client'
import { CorrectionDialog } from './correction-dialog'
import {
  correctRow,
  type EditedRow,
  findEdited,
  type ListedRow,
  rowName,
  skipRows,
  undoRows,
} from './edited-rows'
import { NumberedRows } from './numbered-rows'
import { RowNotes } from './row-notes'
import type { FileImport } from './use-file-import'

interface Props {
  kind: ImportKind
  fileImport: FileImport
  preview: NonNullable<FileImport['preview']>
}

const NOT_CHECKED = 'Provjera nije uspjela. Pokušajte ponovno.'

type Action = 'correct' | 'skip' | 'undo' | 'correct-again'

/**
 * Faulty rows of a preview, which the user corrects or skips, and the rows for which this was done
 * (rule 11.17). Each step checks the file again.
 */
export function FaultyRows({ kind, fileImport, preview }: Props) {
  const { edited } = fileImport
  const faulty = preview.rows.filter(({ state }) => state === 'faulty')
  const skipped = edited.filter(({ isSkipped }) => isSkipped).map(({ row }) => row)
  const isBusy = fileImport.step !== null
  const [pressed, setPressed] = useState('')
  const [open, setOpen] = useState<{ row: ListedRow; openedBy: Action } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { area, focusButton } = useFocusButton()

  const listed = open && faulty.find(({ id }) => id === open.row.id)

  /** Checks the file with the changed corrections. The focus then moves to a button that remains. */
  async function apply(next: EditedRow[], action: Action, index: number, button: string) {
    setPressed(button)
    const response = await fileImport.edit(next)
    if (response && !(response instanceof ApiError)) focusButton(action, index)
  }

  async function save(changed: Record<string, string>) {
    if (!open) return
    const row = listed ?? open.row
    setPressed('')
    setProblem(null)
    const response = await fileImport.edit(correctRow(edited, row, changed))
    if (!response || response instanceof ApiError)
      return setProblem(response?.detail ?? NOT_CHECKED)
    if (response.rows.some(({ id, state }) => id === row.id && state === 'faulty')) return
    setOpen(null)
    const rows = open.openedBy === 'correct' ? faulty : edited.map((edit) => edit.row)
    focusButton(
      open.openedBy,
      rows.findIndex(({ id }) => id === row.id),
    )
  }

  function correct(row: ListedRow, openedBy: Action) {
    setProblem(null)
    setOpen({ row, openedBy })
  }

  /** Props of a button, which shows its own request in progress, and is locked during others. */
  const buttonOf = (name: string) => {
    const isOwn = isBusy && pressed === name
    return { pending: isOwn, disabled: isBusy && !isOwn }
  }

  return (
    <div ref={area} tabIndex={-1} className="space-y-4 outline-none empty:hidden">
      <RowNotes
        title="Neispravni redovi"
        total={preview.faulty}
        rows={faulty}
        name={kind.entity}
        above={
          faulty.length > 1 && (
            <Button
              {...buttonOf('skip-all')}
              onClick={() => apply(skipRows(edited, faulty), 'skip', 0, 'skip-all')}
            >
              Preskoči sve ({formatNumber(faulty.length)})
            </Button>
          )
        }
        actionsOf={(row, index) => (
          <RowActions>
            <Button
              data-action="correct"
              aria-label={`Ispravi ${rowName(row)}`}
              disabled={isBusy}
              onClick={() => correct(row, 'correct')}
            >
              Ispravi
            </Button>
            <Button
              data-action="skip"
              aria-label={`Preskoči ${rowName(row)}`}
              {...buttonOf(`skip ${row.id}`)}
              onClick={() => apply(skipRows(edited, [row]), 'skip', index, `skip ${row.id}`)}
            >
              Preskoči
            </Button>
          </RowActions>
        )}
      />
      <NumberedRows
        title="Ispravljeno i preskočeno"
        heading="Tko i što"
        total={edited.length}
        rows={edited.map(({ row }) => row)}
        above={
          skipped.length > 1 && (
            <Button
              {...buttonOf('undo-all')}
              onClick={() => apply(undoRows(edited, skipped), 'undo', 0, 'undo-all')}
            >
              Vrati preskočene ({formatNumber(skipped.length)})
            </Button>
          )
        }
      >
        {(row, index) => (
          <>
            {row.text && <p className="font-semibold">{row.text}</p>}
            <Edits labels={kind.labels} edit={findEdited(edited, row)} />
            {faulty.some(({ id }) => id === row.id) && (
              <p className="text-stop">Još je neispravan: ispravite ga ili preskočite gore.</p>
            )}
            <RowActions>
              {!findEdited(edited, row)?.isSkipped && (
                <Button
                  data-action="correct-again"
                  aria-label={`Ispravi ponovno ${rowName(row)}`}
                  disabled={isBusy}
                  onClick={() => correct(row, 'correct-again')}
                >
                  Ispravi ponovno
                </Button>
              )}
              <Button
                data-action="undo"
                aria-label={`Vrati ${rowName(row)}`}
                {...buttonOf(`undo ${row.id}`)}
                onClick={() => apply(undoRows(edited, [row]), 'undo', index, `undo ${row.id}`)}
              >
                Vrati
              </Button>
            </RowActions>
          </>
        )}
      </NumberedRows>
      {open && (
        <CorrectionDialog
          row={listed ?? open.row}
          typed={findEdited(edited, open.row)?.fields ?? {}}
          isFaulty={Boolean(listed)}
          labels={kind.labels}
          isPending={isBusy}
          problem={problem}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

const RowActions = ({ children }: { children: ReactNode }) => (
  <div className="mt-2 flex flex-wrap gap-2">{children}</div>
)

interface EditsProps {
  labels: ImportKind['labels']
  edit: EditedRow | undefined
}

/** Shows that the user skipped a row, or the values that the user typed for it. */
function Edits({ labels, edit }: EditsProps) {
  if (!edit) return null
  if (edit.isSkipped) return <p className="text-muted">Preskočeno</p>
  return Object.entries(edit.fields).map(([field, value]) => (
    <p key={field}>
      <span className="text-muted">{labels[field] ?? field}: </span>
      {value || <span className="text-muted">prazno</span>}
    </p>
  ))
}

/**
 * Moves the focus after a step, because the pressed button may have disappeared with its row. The
 * focus moves to the button of the same kind at the same place. If there is none, it moves to the last
 * such button, or to a heading.
 */
function useFocusButton() {
  const area = useRef<HTMLDivElement>(null)
  const [target, setTarget] = useState<{ action: Action; index: number } | null>(null)
  useEffect(() => {
    if (!target) return
    const buttons = area.current?.querySelectorAll<HTMLElement>(`[data-action=${target.action}]`)
    const button = buttons?.[Math.min(target.index, buttons.length - 1)]
    const next = button ?? area.current?.querySelector('h3') ?? area.current
    next?.focus()
  }, [target])
  return { area, focusButton: (action: Action, index: number) => setTarget({ action, index }) }
}
