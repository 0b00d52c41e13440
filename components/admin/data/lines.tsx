import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

interface Props {
  label?: string
  /** What is shown belongs to an earlier question. */
  isStale?: boolean
  children: ReactNode
}

/** A list as one panel, a line to each. */
export function PanelList({ label, isStale, children }: Props) {
  return (
    <ul
      aria-label={label}
      aria-busy={isStale}
      className={classes(
        'divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-panel',
        isStale && 'opacity-60',
      )}
    >
      {children}
    </ul>
  )
}
