import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'
import { keepTyped } from './use-typed-before'

/** A labelled input of the back office, with its error where a screen reader finds it. */
export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: ComponentProps<'input'> & FieldTexts) {
  return (
    <FieldFrame {...{ label, hint, error, className }} id={input.id}>
      {(framed) => <input {...input} {...framed} ref={keepTyped(input.ref)} />}
    </FieldFrame>
  )
}

/** The same for text of several lines. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...input
}: ComponentProps<'textarea'> & FieldTexts) {
  return (
    <FieldFrame {...{ label, hint, error, className }} id={input.id}>
      {({ className: look, ...framed }) => (
        <textarea
          rows={4}
          {...input}
          {...framed}
          ref={keepTyped(input.ref)}
          className={classes(look, 'py-2')}
        />
      )}
    </FieldFrame>
  )
}

/** The same for a choice of few; the options are its children. */
export function Select({
  label,
  hint,
  error,
  className,
  children,
  ...input
}: ComponentProps<'select'> & FieldTexts & { children: ReactNode }) {
  return (
    <FieldFrame {...{ label, hint, error, className }} id={input.id}>
      {(framed) => (
        <select {...input} {...framed}>
          {children}
        </select>
      )}
    </FieldFrame>
  )
}

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
function FieldFrame({ id: given, label, hint, error, className, children }: Props) {
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
