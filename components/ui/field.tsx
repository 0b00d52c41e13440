import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { FieldFrame, type FieldTexts } from './field-frame'
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
