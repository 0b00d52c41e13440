'use client'

import { Switch as Radix } from 'radix-ui'
import type { KeyboardEvent, Ref } from 'react'
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
