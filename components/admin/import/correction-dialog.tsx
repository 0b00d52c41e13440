'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ConfirmDiscard } from '@/components/admin/data/leave-guard'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { type ListedRow, rowName } from './edited-rows'

interface Props {
  row: ListedRow
  /** Values that the user typed for fields of this row before. */
  typed: Record<string, string>
  /** Whether the row is still faulty. Its reasons are shown only then. */
  isFaulty: boolean
  /** Labels of the fields. */
  labels: Readonly<Record<string, string>>
  isPending: boolean
  /** Message why the last attempt to save failed; otherwise null. */
  problem: string | null
  /** Receives the fields that the user changed. */
  onSave: (changed: Record<string, string>) => void
  onClose: () => void
}

/**
 * Dialog with the values of one row of an imported file. The focus starts in the first field at
 * fault. If a saved row is still faulty, the dialog stays open with the new reasons.
 */
export function CorrectionDialog(props: Props) {
  const { row, typed, isFaulty, labels, isPending, problem, onSave, onClose } = props
  const [isDirty, setDirty] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const title = `Ispravi ${rowName(row)}`
  const cells = (row.cells ?? []).map(({ field, value, error }) => ({
    field,
    value: typed[field] ?? value,
    error: isFaulty ? error : undefined,
  }))
  const start = cells.find(({ error }) => error) ?? cells[0]

  const shown = useRef(row)
  useEffect(() => {
    if (shown.current === row) return
    shown.current = row
    setDirty(false)
    first.current?.focus()
  }, [row])

  const close = () => (isDirty ? setAsking(true) : onClose())

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = new FormData(event.currentTarget)
    const changed = cells.flatMap(({ field, value }) => {
      const text = String(form.get(field) ?? '')
      return text === value ? [] : [[field, text]]
    })
    onSave(Object.fromEntries(changed))
  }

  return (
    <Dialog open onClose={close} title={title} focusFirst={first}>
      <ConfirmDiscard open={isAsking} onYes={onClose} onNo={() => setAsking(false)} />
      <form
        aria-label={title}
        onSubmit={save}
        onInput={() => setDirty(true)}
        noValidate
        className="space-y-4"
      >
        {isFaulty && !cells.some(({ error }) => error) && (
          <Notice tone="error" className="bg-panel-2">
            {row.reasons.join('. ')}
          </Notice>
        )}
        {cells.map(({ field, value, error }) => (
          <Field
            key={field}
            ref={field === start?.field ? first : undefined}
            label={labels[field] ?? field}
            name={field}
            defaultValue={value}
            error={error}
            autoComplete="off"
          />
        ))}
        <Notice tone="error" className="bg-panel-2">
          {problem}
        </Notice>
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
          <Button onClick={close}>Odustani</Button>
          <Button type="submit" look="primary" pending={isPending}>
            Spremi i provjeri
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
