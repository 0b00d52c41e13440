/** Visibility flags of rule 1.7, by their names in the API. */
export const FLAGS = [
  'COMINGSOON_VISIBILITY',
  'LINEUP_VISIBILITY',
  'SPONSORS_VISIBILITY',
  'CJENIK_VISIBILITY',
  'TLOCRT_VISIBILITY',
  'SATNICA_VISIBILITY',
  'ULAZNICA_VISIBILITY',
  'IGRICA_VISIBILITY',
  'TIMER_VISIBILITY',
] as const

/**
 * Visibility keys that store a time: the target of the countdown, and the deadline of sponsor
 * lists.
 */
export const TIMES = ['TIMER_TIME', 'SPONSORS_INPUT_TIME'] as const
