import type { ComponentProps } from 'react'
import { classes } from './classes'
import { Spinner } from './spinner'

const LOOK = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  quiet: 'border border-edge bg-panel text-text hover:bg-panel-2',
  danger: 'bg-stop text-on-stop hover:brightness-110',
  bare: 'text-text hover:bg-panel-2',
}

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof LOOK
  /** A call to the server is under way: shows it, and cannot be pressed again. */
  pending?: boolean
}

/** A button of the back office; at least 44 px high, since it is pressed by thumb at night. */
export function Button({ look = 'quiet', pending = false, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || pending}
      aria-busy={pending || undefined}
      className={classes(
        'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 font-semibold',
        'transition-[filter,background-color] disabled:cursor-not-allowed disabled:opacity-55',
        LOOK[look],
        className,
      )}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
