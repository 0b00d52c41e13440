'use client'

import type { ReactNode } from 'react'
import { laterPhase, type Phase, type PhaseTimes, phaseAt } from '@/lib/phase/rules'
import { useNow } from './programme/use-now'

export interface PhaseClock extends PhaseTimes {
  /** The phase by the server's clock, when the page was made. */
  phase: Phase
}

/** The phase, also on a page that was made in an earlier one and stayed open or was kept. */
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

/** Shows what belongs to the phase by the server's clock, then by the browser's. */
export const PhaseSwitch = ({ clock, ...shown }: Props) => shown[usePhase(clock)]

interface UntilEndProps {
  clock: PhaseClock
  instead: ReactNode
  children: ReactNode
}

/** Shows `children` until the browser's clock passes the end of the night, then `instead`. */
export const UntilClock = ({ clock, instead, children }: UntilEndProps) =>
  usePhase(clock) === 'after' ? instead : children
