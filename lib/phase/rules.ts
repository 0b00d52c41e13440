/**
 * Phase of the festival, which decides what the site offers: the days before the event night, the
 * night from opening to closing time, and the days after it.
 */
export type Phase = 'before' | 'night' | 'after'

const PHASES: readonly Phase[] = ['before', 'night', 'after']

/** Opening and closing time of the event night as ISO instants. Both are set, or neither. */
export interface PhaseTimes {
  opensAt: string | null
  closesAt: string | null
}

export const NIGHT_OVER = 'Ovogodišnja je noć prošla. Hvala svima, vidimo se opet!'

/**
 * Returns the phase at a time in ms since 1970. Without opening and closing time it is `before`.
 */
export function phaseAt({ opensAt, closesAt }: PhaseTimes, at: number): Phase {
  if (opensAt === null || closesAt === null || at < Date.parse(opensAt)) return 'before'
  return at < Date.parse(closesAt) ? 'night' : 'after'
}

/** Returns the later of two phases, so that a page never returns to an earlier phase. */
export const laterPhase = (first: Phase, second: Phase): Phase =>
  PHASES.indexOf(first) > PHASES.indexOf(second) ? first : second
