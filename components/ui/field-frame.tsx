import { type ReactNode, useId } from 'react'
import { classes } from './classes'

export interface FieldTexts {
  label: string
  hint?: string
  error?: string
  className?: string
}

/** What an input needs to stand in a frame: its id, what describes it, and its look. */
interface FramedInput {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  className: string
}

interface Props extends FieldTexts {
  id?: string
  children: (input: FramedInput) => ReactNode
}

/** Label above, hint or error below, where a screen reader finds them. */
export function FieldFrame({ id: given, label, hint, error, className, children }: Props) {
  const made = useId()
  const id = given ?? made
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold text-text">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
        className: classes(
          'block min-h-11 w-full rounded-md border bg-panel px-3 text-base text-text placeholder:text-muted disabled:bg-panel-2',
          error ? 'border-stop' : 'border-edge-2',
        ),
      })}
      {note && (
        <p
          id={`${id}-note`}
          className={classes('mt-1 text-sm', error ? 'text-stop' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
