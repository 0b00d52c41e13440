/** Number of entries that the leaderboard shows (rule 12.16). */
export const LEADERBOARD_SIZE = 20
/** Delay in ms before a score is sent. A new score restarts the delay (rule 12.13). */
export const SCORE_DEBOUNCE_MS = 500
/**
 * Lifetime of a start token in seconds. It is long, because a score may have to wait for a network.
 */
export const ROUND_LIFETIME = 72 * 3600
export const MAX_NAME_LENGTH = 24

/** Maximum score that is accepted. A round of ten minutes cannot reach it. */
export const MAX_SCORE = 10_000_000
/** Maximum number of presses of a round, more than a player can make in ten minutes. */
export const MAX_PRESSES = 6_000
/**
 * URL of the game that ships with the project. The server can replay only the rounds of this game.
 */
export const OWN_GAME = '/game/index.html'

/**
 * Returns the query of the public leaderboard: the best scores that count (rule 10.17). It names
 * the flag because an admin, who may look at the public page too, otherwise gets all scores.
 */
export const topScoresQuery = (gameUrl: string) => ({
  ordering: '-score',
  limit: LEADERBOARD_SIZE,
  verified: gameUrl === OWN_GAME ? ('1' as const) : ('0' as const),
})

/**
 * Characters that are invisible or change the direction of the text, and blanks that count as
 * letters.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu

/**
 * Returns a nickname as it is stored: without invisible characters, with single spaces and at most
 * two accents per letter.
 */
export const cleanName = (name: string) =>
  name
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()

/** Returns the validation error of a cleaned nickname, or null. */
export function nameProblem(name: string): string | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return 'Upiši nadimak'
  return [...name].length > MAX_NAME_LENGTH
    ? `Nadimak smije imati najviše ${MAX_NAME_LENGTH} znaka`
    : null
}

/**
 * Returns the validation error of an e-mail address, or null. The address only has to look like one
 * that can receive mail.
 */
export function emailProblem(email: string): string | null {
  const isAddress = /^[^\s@<>()",;:\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(email)
  return isAddress && email.length <= 200 ? null : 'Upiši ispravnu e-mail adresu'
}

/**
 * Formats points with a dot after thousands. The browser of a phone may not know the Croatian
 * format, so `Intl` is not used.
 */
export const formatPoints = (points: number) => String(points).replace(/\B(?=(\d{3})+$)/g, '.')
