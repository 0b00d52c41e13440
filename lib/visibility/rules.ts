import { FLAGS, type FlagName, type Visibility } from './schema'

/** What a fresh festival shows: nothing yet (decisions.md, Visibility). */
export const hiddenFestival = (): Visibility => ({
  flags: Object.fromEntries(FLAGS.map((name) => [name, false])) as Record<FlagName, boolean>,
  timerTime: null,
  sponsorsInputTime: null,
})

/** COMINGSOON_VISIBILITY 1 means that the real site is live (spec section 4). */
export const isLive = ({ flags }: Visibility) => flags.COMINGSOON_VISIBILITY

/** What visitors are told of a list whose page is hidden, whatever it was asked. */
export const unlessHidden = <Row>(isShown: boolean, page: { rows: Row[]; total: number }) =>
  isShown ? page : { rows: [], total: 0 }

/** The instant to count down to, when there is a countdown to show (spec section 2). */
export const countdownTarget = ({ flags, timerTime }: Visibility) =>
  flags.TIMER_VISIBILITY ? timerTime : null
