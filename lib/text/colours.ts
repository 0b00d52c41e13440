/**
 * Colours of the poster for images made by the server, mails and browser themes. The game's file
 * defines them, because it is served unbundled. Style sheets use app/tokens.css.
 */
export { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL } from '@/public/game/ink.js'

/** The two colours of the performers' default portraits. */
export const VIOLET = '#6f5cff'
export const TEAL = '#12a08f'
