import { landsHigher } from '@/public/game/aim.js'
import { createWorld, press, step } from '@/public/game/world.js'

/**
 * Plays a round of the game to its end: leaps whenever it pays and saves itself when it falls,
 * or by chance where `way` is not 0. Gives the round as the browser sends it.
 */
export function playRound(seed: number, way = 0) {
  const world = createWorld(seed)
  const presses: number[] = []
  let chance = way
  while (!world.over) {
    chance = (Math.imul(chance, 1103515245) + 12345) | 0
    const dares = way !== 0 && (chance >>> 16) % 60 === 0
    const pays = world.on ? world.rested > 0.1 && landsHigher(world) : world.vy < -900
    if ((dares || (way % 2 === 0 && pays)) && press(world)) presses.push(world.steps)
    step(world)
    world.cueCount = 0
  }
  return { presses, world }
}
