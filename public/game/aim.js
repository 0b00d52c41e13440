/** Computes where a jump would lead: for the aiming dots, and for tests of the game. */
import { FIELD } from './records.js'
import { cosine, sine } from './rules.js'
import { BODY, GRAVITY, LEAP, LIFT, STEP } from './world.js'

/** Whether a jump at this moment would end on a vinyl record higher than any reached before. */
export function landsHigher(world) {
  if (!world.on) return false
  let x = world.x
  let y = world.y
  let vx = cosine(world.angle) * LEAP
  let vy = sine(world.angle) * LEAP + LIFT
  for (let t = 0; t < 1.5; t += STEP) {
    vy -= GRAVITY * STEP
    x += vx * STEP
    y += vy * STEP
    if ((x < BODY && vx < 0) || (x > FIELD - BODY && vx > 0)) vx *= -0.9
    for (let i = 0; i < world.records.length; i++) {
      const record = world.records[i]
      if (record.gone || record === world.on) continue
      const reach = record.r + BODY
      if ((x - record.x) ** 2 + (y - record.y) ** 2 <= reach * reach)
        return record.index > world.best
    }
  }
  return false
}

/** Writes into `point` where the player would be `t` seconds after a jump at this moment. */
export function aim(world, t, point) {
  const span = FIELD - 2 * BODY
  let x = world.x - BODY + cosine(world.angle) * LEAP * t
  x = Math.abs(x) % (2 * span)
  point.x = BODY + (x > span ? 2 * span - x : x)
  point.y = world.y + (sine(world.angle) * LEAP + LIFT) * t - (GRAVITY * t * t) / 2
}
