import type { ComponentProps, MouseEvent } from 'react'
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

/** The look of a button, for a link that leads somewhere and so is no button. */
export const buttonClasses = (look: keyof typeof LOOK = 'quiet', className?: string) =>
  classes(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 font-semibold',
    'transition-[filter,background-color] disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress',
    LOOK[look],
    className,
  )

const swallow = (event: MouseEvent) => event.preventDefault()

/**
 * A button of the back office; at least 44 px high, since it is pressed by thumb at night.
 * While pending it keeps the keyboard's place, which a disabled button would lose.
 */
export function Button({ look = 'quiet', pending = false, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? swallow : rest.onClick}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={buttonClasses(look, className)}
    >
      {pending && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}
