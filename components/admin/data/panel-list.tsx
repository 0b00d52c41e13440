import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

interface Props {
  label?: string
  /** Whether the content is the result of an earlier query, while the current query is loading. */
  isStale?: boolean
  children: ReactNode
}

/** List in one panel, with a separator between the items. */
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
