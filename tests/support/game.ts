import { landsHigher } from '@/public/game/aim.js'
import { createWorld, press, step } from '@/public/game/world.js'

/**
 * Plays a round of the game to its end: leaps whenever it pays and saves itself when it falls,
 * or by chance where `way` is not 0; `leaps` times at most. Gives the round as a browser sends it.
 */
export function playRound(
  seed: number,
  way = 0,
  leaps = Number.POSITIVE_INFINITY,
  isGentle = true,
) {
  const world = createWorld(seed, isGentle)
  const presses: number[] = []
  let chance = way
  while (!world.over) {
    chance = (Math.imul(chance, 1103515245) + 12345) | 0
    const isTired = presses.length >= leaps
    const dares = way !== 0 && (chance >>> 16) % 60 === 0
    const pays =
      !isTired &&
      (world.on
        ? world.rested > 0.1 && world.steps % 4 === 0 && landsHigher(world)
        : world.vy < -900)
    if (!isTired && (dares || (way % 2 === 0 && pays)) && press(world)) presses.push(world.steps)
    step(world)
    world.cueCount = 0
  }
  return { presses, world }
}
