import './poster/form.css'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<'input'> {
  id: string
  label: string
  hint?: ReactNode
  error?: string
}

/** Input with label, hint and error. `aria-describedby` links hint and error for screen readers. */
export function TextField({ id, label, hint, error, ...input }: Props) {
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-required="true"
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        className="poster-input"
      />
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Validation error of a field. `id` must be in the `aria-describedby` of the field. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null
  return (
    <p id={id} className="mt-1.5 font-semibold text-ember-dark">
      {error}
    </p>
  )
}
