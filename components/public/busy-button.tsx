import type { ComponentProps } from 'react'
import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'
import { useIsHydrated } from '@/components/ui/use-is-awake'

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  type: 'submit' | 'button'
  /** What it began is on its way. */
  isBusy: boolean
}

/** Waits for its script, since until then the browser would send a form's fields as an address. */
export function BusyButton({ type, isBusy, className, children, ...button }: Props) {
  const isAwake = useIsHydrated()
  return (
    <button
      {...button}
      type={type}
      disabled={!isAwake || isBusy}
      aria-busy={isBusy || undefined}
      className={classes('poster-button', className)}
    >
      {isBusy && <Spinner />}
      <span className="contents">{children}</span>
    </button>
  )
}
