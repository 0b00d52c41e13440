'use client'

import type { ReactNode } from 'react'
import { laterPhase, type Phase, type PhaseTimes, phaseAt } from '@/lib/phase/rules'
import { useNow } from './programme/use-now'

export interface PhaseClock extends PhaseTimes {
  /** Phase of the festival by the server's clock, when the page was rendered. */
  phase: Phase
}

/**
 * Returns the current phase of the festival. Also correct on a page that was rendered in an earlier
 * phase and has stayed open or comes from a cache.
 */
export function usePhase({ phase, ...times }: PhaseClock): Phase {
  const now = useNow()
  return now === null ? phase : laterPhase(phase, phaseAt(times, now))
}

interface Props {
  clock: PhaseClock
  before: ReactNode
  night: ReactNode
  after: ReactNode
}

/**
 * Shows the content of the phase of the festival: first by the server's clock, after hydration by
 * the browser's clock.
 */
export const PhaseSwitch = ({ clock, ...shown }: Props) => shown[usePhase(clock)]

interface UntilEndProps {
  clock: PhaseClock
  instead: ReactNode
  children: ReactNode
}

/** Shows `children` until the browser's clock passes the end of the night, then `instead`. */
export const UntilClock = ({ clock, instead, children }: UntilEndProps) =>
  usePhase(clock) === 'after' ? instead : children
