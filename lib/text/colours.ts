/**
 * The poster's colours for what no style sheet reaches: drawings of the server, mails, phones. They
 * stand in the game's file, which is served as it is, and for style sheets in app/tokens.css.
 */
export { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL } from '@/public/game/ink.js'

/** The two of the performers' portraits. */
export const VIOLET = '#6f5cff'
export const TEAL = '#12a08f'
