import type { ReactNode } from 'react'
import { NIGHT_OVER, type Phase, type PhaseTimes } from '@/lib/phase/rules'
import { type PhaseClock, PhaseSwitch, UntilClock } from './use-phase'

interface ClockProps {
  phase: Phase
  /** The edition, or its times alone. */
  times: PhaseTimes
}

/** What a page tells its scripts of the phase. */
export const clockOf = ({ phase, times }: ClockProps): PhaseClock => ({
  phase,
  opensAt: times.opensAt,
  closesAt: times.closesAt,
})

interface ByPhaseProps extends ClockProps {
  before: ReactNode
  night: ReactNode
  after: ReactNode
}

/** Shows what belongs to the phase; the page holds nothing of the phases that are over. */
export const ByPhase = ({ before, night, after, ...clock }: ByPhaseProps) =>
  clock.phase === 'after' ? (
    after
  ) : (
    <PhaseSwitch
      clock={clockOf(clock)}
      before={clock.phase === 'before' ? before : null}
      night={night}
      after={after}
    />
  )

interface UntilEndProps extends ClockProps {
  /** Stands in place of `children` after the end. */
  instead?: ReactNode
  children: ReactNode
}

/** Shows what the site offers until the end of the night; a page made after the end holds none of it. */
export const UntilEnd = ({ instead = null, children, ...clock }: UntilEndProps) =>
  clock.phase === 'after' ? (
    instead
  ) : (
    <UntilClock clock={clockOf(clock)} instead={instead}>
      {children}
    </UntilClock>
  )

/** Says that the night is over, where something was offered before. */
export const NightOver = () => (
  <p className="poster-sentence max-w-[13em] text-3xl md:text-4xl">{NIGHT_OVER}</p>
)
