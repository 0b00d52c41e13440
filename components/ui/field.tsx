import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'
import { keepTypedBeforeHydration } from './use-typed-before-hydration'

/**
 * A labelled input of the back office. Hint and error are linked to the input for screen readers.
 */
export function Field(props: ComponentProps<'input'> & FieldTexts) {
  const [texts, input] = splitProps(props)
  return (
    <FieldFrame {...texts} id={input.id}>
      {(framed) => <input {...input} {...framed} ref={keepTypedBeforeHydration(input.ref)} />}
    </FieldFrame>
  )
}

/** A labelled input for text of several lines. Hint and error work as in `Field`. */
export function TextArea(props: ComponentProps<'textarea'> & FieldTexts) {
  const [texts, input] = splitProps(props)
  return (
    <FieldFrame {...texts} id={input.id}>
      {({ className: inputClasses, ...framed }) => (
        <textarea
          rows={4}
          {...input}
          {...framed}
          ref={keepTypedBeforeHydration(input.ref)}
          className={classes(inputClasses, 'py-2')}
        />
      )}
    </FieldFrame>
  )
}

/** A labelled select. Hint and error work as in `Field`; the options are its children. */
export function Select(props: ComponentProps<'select'> & FieldTexts & { children: ReactNode }) {
  const [texts, { children, ...input }] = splitProps(props)
  return (
    <FieldFrame {...texts} id={input.id}>
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

/** Splits props into those of the frame (label, hint, error, class) and those of the input. */
const splitProps = <P extends FieldTexts>({ label, hint, error, className, ...input }: P) =>
  [{ label, hint, error, className }, input] as const

/** Props that the frame passes to its input: id, ARIA attributes and CSS classes. */
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

/**
 * Frame of an input: label above, hint or error below, both linked to the input for screen readers.
 */
function FieldFrame({ id: ownId, label, hint, error, className, children }: Props) {
  const generatedId = useId()
  const id = ownId ?? generatedId
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
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  )
}

interface NoteProps {
  /** Id of the field that the note belongs to. */
  id: string
  hint?: string
  error?: string
}

/** Hint or validation error of a field. Renders nothing if there is neither. */
export function FieldNote({ id, hint, error }: NoteProps) {
  const note = error ?? hint
  if (!note) return null
  return (
    <p id={`${id}-note`} className={classes('mt-1 text-sm', error ? 'text-stop' : 'text-muted')}>
      {note}
    </p>
  )
}
