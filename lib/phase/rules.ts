/**
 * What the site is for: the days before the night, the night from the doors to its end, and the
 * days after.
 */
export type Phase = 'before' | 'night' | 'after'

const PHASES: readonly Phase[] = ['before', 'night', 'after']

/** When the doors open and when the night is over, as ISO instants: both or neither. */
export interface PhaseTimes {
  opensAt: string | null
  closesAt: string | null
}

export const NIGHT_OVER = 'Ovogodišnja je noć prošla. Hvala svima, vidimo se opet!'

/** The phase at a moment in milliseconds. Without times the night is still to come. */
export function phaseAt({ opensAt, closesAt }: PhaseTimes, at: number): Phase {
  if (opensAt === null || closesAt === null || at < Date.parse(opensAt)) return 'before'
  return at < Date.parse(closesAt) ? 'night' : 'after'
}

/** The later of two phases: no page goes back from what its server knew. */
export const laterPhase = (one: Phase, other: Phase): Phase =>
  PHASES.indexOf(one) > PHASES.indexOf(other) ? one : other
