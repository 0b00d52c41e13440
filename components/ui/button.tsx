import type { ComponentProps, MouseEvent } from 'react'
import { classes } from './classes'
import { Spinner } from './spinner'

const LOOK_CLASSES = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  quiet: 'border border-edge bg-panel text-text hover:bg-panel-2',
  danger: 'bg-stop text-on-stop hover:brightness-110',
  bare: 'text-text hover:bg-panel-2',
}

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof LOOK_CLASSES
  /** Whether a request is in progress. The button then shows a spinner and ignores presses. */
  pending?: boolean
}

/** Returns the CSS classes of a button, also for links that look like one. */
export const buttonClasses = (look: keyof typeof LOOK_CLASSES = 'quiet', className?: string) =>
  classes(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 font-semibold',
    'transition-[filter,background-color] disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress',
    LOOK_CLASSES[look],
    className,
  )

const ignorePress = (event: MouseEvent) => event.preventDefault()

/**
 * A button of the back office, at least 44 px high because it is pressed by thumb at night. While
 * pending it keeps the focus, which a disabled button would lose.
 */
export function Button({ look = 'quiet', pending = false, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      onClick={pending ? ignorePress : rest.onClick}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={buttonClasses(look, className)}
    >
      {pending && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}
