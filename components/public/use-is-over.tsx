'use client'

import type { ReactNode } from 'react'
import { type Phase, phaseAt } from '@/lib/phase/rules'
import { useNow } from './programme/use-now'

export interface End {
  /** The phase by the server's clock, when the page was made. */
  phase: Phase
  /** When the night is over, as an ISO instant. */
  closesAt: string | null
}

/** Whether the night is over, also on a page that was made before the end and stayed open or was kept. */
export function useIsOver({ phase, closesAt }: End): boolean {
  const now = useNow()
  return phase === 'after' || (now !== null && phaseAt(closesAt, now) === 'after')
}

interface Props extends End {
  instead: ReactNode
  children: ReactNode
}

/** Shows `children` until the browser's clock passes the end, then `instead`. */
export function UntilClock({ instead, children, ...end }: Props) {
  return useIsOver(end) ? instead : children
}
