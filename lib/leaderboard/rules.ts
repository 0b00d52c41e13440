/** How many the leaderboard shows (rule 12.16). */
export const LEADERBOARD_SIZE = 20
/** Milliseconds without another score before one is sent (rule 12.13). */
export const SCORE_DEBOUNCE_MS = 500
/** Seconds that a start token is good for: a score may wait a while for a network. */
export const ROUND_LIFETIME = 72 * 3600
export const LONGEST_NAME = 24

/** Above every score that can be played: a round lasts ten minutes. */
export const MOST_SCORE = 10_000_000
/** More presses than a thumb has in ten minutes. */
export const MOST_PRESSES = 6_000
/** The game that ships with the project: the one whose rounds the server can play again. */
export const OWN_GAME = '/game/index.html'

/** Letters that take no room or turn the writing round, and blanks that pass for letters. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu

/** A nickname as it is kept: seen letters, single spaces, no towers of accents. */
export const cleanName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()

/** What is wrong with a nickname that has been cleaned, or null. */
export function nameProblem(name: string): string | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'Upiši nadimak'
  return [...name].length > LONGEST_NAME
    ? `Nadimak smije imati najviše ${LONGEST_NAME} znaka`
    : null
}

/** What is wrong with an e-mail address, or null. It only has to be one that could be written to. */
export function emailProblem(email: string): string | null {
  const isAddress = /^[^\s@<>()",;:\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email)
  return isAddress && email.length <= 200 ? null : 'Upiši ispravnu e-mail adresu'
}

/** Points as they are written everywhere, also on a phone whose browser knows no Croatian. */
export const formatPoints = (points: number) => String(points).replace(/\B(?=(\d{3})+$)/g, '.')
