/** What the site is for: the days before and of the festival's night, and the days after its end. */
export type Phase = 'before' | 'after'

export const NIGHT_OVER = 'Ovogodišnja je noć prošla. Hvala svima, vidimo se opet!'

/** The phase at a moment in milliseconds. Without times the night is still to come. */
export const phaseAt = (closesAt: string | null, at: number): Phase =>
  closesAt !== null && Date.parse(closesAt) <= at ? 'after' : 'before'
