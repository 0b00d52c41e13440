/**
 * Points of the game, and math functions that return the same in every JavaScript engine. The
 * server replays each round with these files (lib/leaderboard/rounds.ts).
 */
export const RULES = {
  /** Points for landing on a vinyl record higher than any before, times the multiplier. */
  landing: 50,
  /** Points for a music note, times the multiplier. */
  note: 10,
  /** Points for catching the tram; not multiplied. */
  tram: 500,
  mostMultiplier: 8,
  /** Minimum time in seconds between catching a tram and the next tram. */
  tramSeconds: 10,
  /** Maximum length of a round in seconds. */
  roundSeconds: 600,
  stepsPerSecond: 120,
}

const HALF = Math.PI / 2
const FULL = Math.PI * 2

/** Sine that uses only basic arithmetic, which every engine rounds alike. Accurate to 1e-7. */
export function sine(angle) {
  let x = angle - Math.round(angle / FULL) * FULL
  if (x > HALF) x = Math.PI - x
  else if (x < -HALF) x = -Math.PI - x
  const s = x * x
  return x * (1 - (s / 6) * (1 - (s / 20) * (1 - (s / 42) * (1 - (s / 72) * (1 - s / 110)))))
}

export const cosine = (angle) => sine(angle + HALF)

/** Angle of the point (x, y) from -π to π, like `Math.atan2`. Accurate to 1e-6. */
export function angleOf(y, x) {
  const across = Math.abs(x)
  const up = Math.abs(y)
  const isSteep = up > across
  let t = isSteep ? across / up : across > 0 ? up / across : 0
  const isWide = t > 0.41421356
  if (isWide) t = (t - 1) / (t + 1)
  const s = t * t
  let angle = t * (1 - s * (1 / 3 - s * (1 / 5 - s * (1 / 7 - s * (1 / 9 - s / 11)))))
  if (isWide) angle += HALF / 2
  if (isSteep) angle = HALF - angle
  if (x < 0) angle = Math.PI - angle
  return y < 0 ? -angle : angle
}

/**
 * Returns the next pseudo-random number in [0, 1). The same seed gives the same numbers on every
 * device.
 */
export function random(world) {
  let x = world.dice
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  world.dice = x >>> 0
  return world.dice / 4294967296
}
