'use client'

import { Switch as Radix } from 'radix-ui'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { classes } from './classes'
import { Spinner } from './spinner'

interface Props {
  /** The id of the text that names it. */
  labelledBy: string
  describedBy?: string
  checked: boolean
  onChange: (checked: boolean) => void
  pending?: boolean
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** An on/off switch. A key held down moves it only once. */
export function Switch(props: Props) {
  const { labelledBy, describedBy, checked, onChange, pending = false, disabled, ref } = props
  const once = (event: KeyboardEvent) => event.repeat && event.preventDefault()
  return (
    <Radix.Root
      ref={ref}
      checked={checked}
      onCheckedChange={(next) => !pending && onChange(next)}
      onKeyDown={once}
      disabled={disabled}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={classes(
        'relative -my-1.5 inline-flex h-11 w-16 shrink-0 cursor-pointer items-center rounded-full p-1.5',
        'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress',
      )}
    >
      <span className="switch-track">
        <Radix.Thumb className="switch-thumb">{pending && <Spinner />}</Radix.Thumb>
      </span>
    </Radix.Root>
  )
}

interface FieldProps {
  label: string
  hint?: string
  error?: string
  checked: boolean
  onChange: (checked: boolean) => void
  ref?: Ref<HTMLButtonElement>
}

/** A switch of a form, with what it means beside it. */
export function SwitchField({ label, hint, error, checked, onChange, ref }: FieldProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 rounded-md border border-edge bg-panel px-4 py-2">
      <div className="min-w-0">
        <p id={id} className="font-semibold">
          {label}
        </p>
        <p id={`${id}-note`} className={error ? 'text-sm text-stop' : 'text-sm text-muted'}>
          {error ?? hint}
        </p>
      </div>
      <Switch
        ref={ref}
        labelledBy={id}
        describedBy={`${id}-note`}
        checked={checked}
        onChange={onChange}
      />
    </div>
  )
}
