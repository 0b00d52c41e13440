/**
 * What the game pays and how fast, as public/game/rules.js has it (a test holds the two
 * together). Landings and notes are multiplied, by at most one more than there were before.
 */
export const GAME_RULES = {
  landing: 50,
  note: 10,
  tram: 500,
  mostMultiplier: 8,
  eventsAtOnce: 20,
  eventsPerSecond: 5,
  tramSeconds: 10,
  roundSeconds: 600,
}

/** How many the leaderboard shows (spec section 9). */
export const TOP = 20
/** Milliseconds without another score before one is sent (spec section 9). */
export const SCORE_DEBOUNCE_MS = 500
/** Seconds that a start token is good for: a score may wait a while for a network. */
export const ROUND_LIFETIME = 72 * 3600
export const LONGEST_NAME = 24

/** A round as the game reports it. */
export interface Round {
  score: number
  /** Played time, without pauses. */
  durationMs: number
  /** How often something was earned. */
  events: number
}

const mostEvents = (seconds: number) =>
  GAME_RULES.eventsAtOnce + Math.floor(seconds) * GAME_RULES.eventsPerSecond

/** The most that so many events in so many seconds can have earned. */
export function mostPoints(seconds: number, events: number): number {
  const { landing, tram, mostMultiplier, tramSeconds } = GAME_RULES
  const climbing = Math.min(events, mostMultiplier)
  const full = events - climbing
  const landings = landing * ((climbing * (climbing + 1)) / 2 + full * mostMultiplier)
  const trams = Math.min(events, 1 + Math.floor(seconds / tramSeconds))
  return landings + trams * tram
}

/** No score of any round is above this. */
export const MOST_SCORE = mostPoints(GAME_RULES.roundSeconds, mostEvents(GAME_RULES.roundSeconds))

/** Whether the game could have ended like this. */
export function isPossibleRound({ score, durationMs, events }: Round): boolean {
  const seconds = durationMs / 1000
  return (
    seconds <= GAME_RULES.roundSeconds + 1 &&
    events <= mostEvents(seconds) &&
    score <= mostPoints(seconds, events)
  )
}

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
  return isAddress && email.length <= 200 ? null : 'Upiši ispravnu adresu e-pošte'
}

/** Points as they are written everywhere, also on a phone whose browser knows no Croatian. */
export const formatPoints = (points: number) => String(points).replace(/\B(?=(\d{3})+$)/g, '.')
