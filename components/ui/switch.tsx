'use client'

import { Switch as Radix } from 'radix-ui'
import { type KeyboardEvent, type Ref, useId } from 'react'
import { classes } from './classes'
import { Spinner } from './spinner'

interface Props {
  /** Id of the element whose text labels the switch. */
  labelledBy: string
  describedBy?: string
  checked: boolean
  onChange: (checked: boolean) => void
  pending?: boolean
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** An on/off switch. A held key toggles it only once. */
export function Switch(props: Props) {
  const { labelledBy, describedBy, checked, onChange, pending = false, disabled, ref } = props
  const ignoreRepeats = (event: KeyboardEvent) => event.repeat && event.preventDefault()
  return (
    <Radix.Root
      ref={ref}
      checked={checked}
      onCheckedChange={(next) => !pending && onChange(next)}
      onKeyDown={ignoreRepeats}
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

interface LineProps extends Omit<Props, 'labelledBy' | 'describedBy'> {
  label: string
  /** Text that describes the state, so that it is not shown by colour and position only. */
  note?: string
  noteClass?: string
  className?: string
}

/** A switch with a label and a note next to it. */
export function LabelledSwitch(props: LineProps) {
  const { label, note, noteClass = 'text-sm text-muted', className, ...rest } = props
  const id = useId()
  return (
    <div className={classes('flex items-center justify-between gap-4', className)}>
      <p className="min-w-0">
        <span id={id} className="block font-semibold">
          {label}
        </span>
        <span id={`${id}-note`} className={classes('block', noteClass)}>
          {note}
        </span>
      </p>
      <Switch {...rest} labelledBy={id} describedBy={`${id}-note`} />
    </div>
  )
}

interface FieldProps extends LineProps {
  hint?: string
  error?: string
}

/** A switch as a form field, with a hint or a validation error. */
export function SwitchField({ hint, error, ...line }: FieldProps) {
  return (
    <LabelledSwitch
      {...line}
      note={error ?? hint}
      noteClass={error ? 'text-sm text-stop' : undefined}
      className="rounded-md border border-edge bg-panel px-4 py-2"
    />
  )
}
