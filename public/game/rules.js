/**
 * What can be earned, and how fast. The server judges a round by the same numbers
 * (lib/leaderboard/rules.ts); a test reads both.
 */
export const RULES = {
  /** Points for a record higher than any before, times the multiplier. */
  landing: 50,
  /** Points for a note, times the multiplier. */
  note: 10,
  /** Points for catching the tram; not multiplied. */
  tram: 500,
  mostMultiplier: 8,
  /** Whatever earns is an event: so many may come at once, and then so many a second. */
  eventsAtOnce: 20,
  eventsPerSecond: 5,
  /** From one tram to the next, in seconds. */
  tramSeconds: 10,
  /** By then the sun is up, however good the player is. */
  roundSeconds: 600,
}
