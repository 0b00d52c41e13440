import type { ReactNode } from 'react'
import { NIGHT_OVER, type Phase, type PhaseTimes } from '@/lib/phase/rules'
import { type PhaseClock, PhaseSwitch, UntilClock } from './use-phase'

interface ClockProps {
  phase: Phase
  /** Opening and closing time of the event night, such as those of an edition. */
  times: PhaseTimes
}

/**
 * Returns what client components need to compute the phase of the festival: the phase at the
 * render, and the opening and closing time.
 */
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

/**
 * Shows the content of the phase of the festival: before, during or after the night. The content of
 * phases that are over is not in the page.
 */
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
  /** Content shown in place of `children` after the end of the night. */
  instead?: ReactNode
  children: ReactNode
}

/**
 * Shows `children` until the end of the night, then `instead`. A page that is rendered after the
 * end does not contain `children` at all.
 */
export const UntilEnd = ({ instead = null, children, ...clock }: UntilEndProps) =>
  clock.phase === 'after' ? (
    instead
  ) : (
    <UntilClock clock={clockOf(clock)} instead={instead}>
      {children}
    </UntilClock>
  )

/** Sentence that the event night is over, shown in place of a sale or a form. */
export const NightOver = () => (
  <p className="poster-sentence max-w-[13em] text-3xl md:text-4xl">{NIGHT_OVER}</p>
)
