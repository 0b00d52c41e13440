import type { ComponentProps } from 'react'
import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'
import { useIsHydrated } from '@/components/ui/use-is-hydrated'

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  type: 'submit' | 'button'
  /** Whether the action that the button started is still running. */
  isBusy: boolean
}

/**
 * Button that is disabled until React has hydrated the page: before that, the browser would submit
 * the form itself and put its fields into the URL. Also disabled while it is busy.
 */
export function BusyButton({ type, isBusy, className, children, ...button }: Props) {
  const isHydrated = useIsHydrated()
  return (
    <button
      {...button}
      type={type}
      disabled={!isHydrated || isBusy}
      aria-busy={isBusy || undefined}
      className={classes('poster-button', className)}
    >
      {isBusy && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}
