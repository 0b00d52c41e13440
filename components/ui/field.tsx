import { type ComponentProps, useId } from 'react'
import { classes } from './classes'

interface Props extends ComponentProps<'input'> {
  label: string
  hint?: string
  error?: string
}

/** A labelled input of the back office, with its error where a screen reader finds it. */
export function Field({ label, hint, error, className, ...input }: Props) {
  const made = useId()
  const id = input.id ?? made
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold text-text">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={classes(
          'block min-h-11 w-full rounded-md border bg-panel px-3 text-base text-text placeholder:text-muted disabled:bg-panel-2',
          error ? 'border-stop' : 'border-edge-2',
        )}
      />
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
