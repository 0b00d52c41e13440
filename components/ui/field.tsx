import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'
import { keepTypedBeforeHydration } from './use-typed-before'

/** A labelled input of the back office, with its error where a screen reader finds it. */
export function Field(props: ComponentProps<'input'> & FieldTexts) {
  const [texts, input] = parted(props)
  return (
    <FieldFrame {...texts} id={input.id}>
      {(framed) => <input {...input} {...framed} ref={keepTypedBeforeHydration(input.ref)} />}
    </FieldFrame>
  )
}

/** The same for text of several lines. */
export function TextArea(props: ComponentProps<'textarea'> & FieldTexts) {
  const [texts, input] = parted(props)
  return (
    <FieldFrame {...texts} id={input.id}>
      {({ className: look, ...framed }) => (
        <textarea
          rows={4}
          {...input}
          {...framed}
          ref={keepTypedBeforeHydration(input.ref)}
          className={classes(look, 'py-2')}
        />
      )}
    </FieldFrame>
  )
}

/** The same for a choice of few; the options are its children. */
export function Select(props: ComponentProps<'select'> & FieldTexts & { children: ReactNode }) {
  const [texts, { children, ...input }] = parted(props)
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

/** What is of the frame, and what of the input in it. */
const parted = <P extends FieldTexts>({ label, hint, error, className, ...input }: P) =>
  [{ label, hint, error, className }, input] as const

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
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  )
}

interface NoteProps {
  /** Of the field. */
  id: string
  hint?: string
  error?: string
}

/** What helps to fill a field in, or what is wrong with it. */
export function FieldNote({ id, hint, error }: NoteProps) {
  const note = error ?? hint
  if (!note) return null
  return (
    <p id={`${id}-note`} className={classes('mt-1 text-sm', error ? 'text-stop' : 'text-muted')}>
      {note}
    </p>
  )
}
