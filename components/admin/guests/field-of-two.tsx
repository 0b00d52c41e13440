import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { tagLabel } from '@/lib/guests/rules'
import type { GuestEditing, GuestField } from './use-guest-form'

interface Props {
  editing: GuestEditing
  field: GuestField
  label: string
  className?: string
  children: ReactNode
}

/** A field that somebody else may have changed too; then it asks which of the two it is to be. */
export function FieldOfTwo({ editing, field, label, className, children }: Props) {
  const { conflicts, now, settle } = editing
  const isTwo = conflicts.includes(field)
  const theirs = field === 'tag' ? tagLabel(now.tag) : now[field]
  return (
    <div className={isTwo ? 'col-span-2' : className}>
      {children}
      {isTwo && (
        <fieldset
          aria-label={`${label}: dvije promjene`}
          className="mt-2 rounded-md border-l-4 border-warn bg-panel-2 px-3 py-2"
        >
          <p className="break-words">
            <span className="text-muted">U međuvremenu je upisano: </span>
            <strong>{theirs || 'prazno'}</strong>
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => settle(field, 'theirs')}>Uzmi to</Button>
            <Button onClick={() => settle(field, 'mine')}>Zadrži moje</Button>
          </div>
        </fieldset>
      )}
    </div>
  )
}
