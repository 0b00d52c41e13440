'use client'

import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { DateTimeField } from '@/components/ui/date-time-field'
import { ApiError } from '@/lib/api-client/client'
import { formatDateTime, MALFORMED_DATE_TIME, parseZagrebDateTime } from '@/lib/time/zagreb'
import type { TimeName } from '@/lib/visibility/schema'
import { TIME_LABELS } from './labels'
import { useSetVisibility } from './use-visibility'

const QUESTION = 'Pokušavate promijeniti jedno od VREMENA, jeste li sigurni?'

/** A change of a time. Both are ISO times, or '' for no time. */
interface Change {
  from: string
  to: string
}

const timeLabel = (at: string | undefined) => (at ? formatDateTime(at) : 'nije postavljeno')

/**
 * Field for one of the two times of the visibility screen. A change is confirmed before it is saved
 * (rule 13.17).
 */
export function TimeSetting({ name, value }: { name: TimeName; value: string }) {
  const { save, isPending } = useSetVisibility(name)
  const { label, hint } = TIME_LABELS[name]
  const stored = value && formatDateTime(value)
  /** Typed text that is not saved yet; null while the stored time is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  /** The change that the open dialog asks about; null while the dialog is closed. */
  const [changeToConfirm, setChangeToConfirm] = useState<Change | null>(null)
  const text = typed ?? stored
  const isChanged = typed !== null && typed.trim() !== stored

  function type(next: string) {
    setTyped(next)
    setError(undefined)
  }

  function showStored() {
    setTyped(null)
    setError(undefined)
  }

  function ask(to: string) {
    setError(undefined)
    setChangeToConfirm({ from: value, to })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isChanged) return
    if (typed.trim() === '') return ask('')
    const at = parseZagrebDateTime(typed)
    if (!at) return setError(MALFORMED_DATE_TIME)
    ask(at.toISOString())
  }

  function change() {
    if (changeToConfirm === null) return
    const { from, to } = changeToConfirm
    const callbacks = {
      onSuccess: () => {
        showStored()
        toast.success(`${label}: ${to ? 'spremljeno' : 'obrisano'}.`)
      },
      onError: (failure: Error) =>
        setError(
          `Promjena nije spremljena. ${failure instanceof ApiError ? failure.detail : ''}`.trim(),
        ),
      onSettled: () => setChangeToConfirm(null),
    }
    save(to, callbacks, from)
  }

  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={isChanged} isPending={isPending} />
      <DateTimeField label={label} hint={hint} error={error} value={text} onChange={type} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={!isChanged} pending={isPending}>
          Spremi
        </Button>
        {isChanged && <Button onClick={showStored}>Odustani</Button>}
        {stored && !isChanged && <Button onClick={() => ask('')}>Obriši</Button>}
      </div>
      <Confirm
        open={changeToConfirm !== null}
        question={QUESTION}
        yes={changeToConfirm?.to === '' ? 'Obriši' : 'Promijeni'}
        danger={changeToConfirm?.to === ''}
        pending={isPending}
        onYes={change}
        onNo={() => setChangeToConfirm(null)}
      >
        <p className="text-muted">
          {label}: <strong className="text-text">{timeLabel(changeToConfirm?.from)}</strong> →{' '}
          <strong className="text-text">{timeLabel(changeToConfirm?.to)}</strong>
        </p>
      </Confirm>
    </form>
  )
}
