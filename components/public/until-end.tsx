'use client'

import type { ReactNode } from 'react'
import { NIGHT_OVER, type Phase, phaseAt } from '@/lib/phase/rules'
import { useNow } from './programme/use-now'

interface Props extends End {
  /** Stands in place of `children` after the end. */
  instead?: ReactNode
  children: ReactNode
}

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

/** Shows what the site offers until the end of the night. */
export function UntilEnd({ instead = null, children, ...end }: Props) {
  return useIsOver(end) ? instead : children
}

/** Says that the night is over, where something was offered before. */
export const NightOver = () => <p className="poster-sentence text-3xl md:text-4xl">{NIGHT_OVER}</p>
