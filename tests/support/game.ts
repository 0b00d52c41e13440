import { landsHigher } from '@/public/game/aim.js'
import { createWorld, press, step } from '@/public/game/world.js'

/**
 * Plays a game round to its end, and returns the presses and the final world. `player` chooses the
 * player: 0 presses when a jump reaches a higher record or stops a fall, odd values press at
 * random, other even values do both. `maxPresses` limits the number of presses.
 */
export function playRound(
  seed: number,
  player = 0,
  maxPresses = Number.POSITIVE_INFINITY,
  isGentle = true,
) {
  const world = createWorld(seed, isGentle)
  const presses: number[] = []
  let chance = player
  while (!world.over) {
    chance = (Math.imul(chance, 1103515245) + 12345) | 0
    const hasNoPressLeft = presses.length >= maxPresses
    const isRandomPress = player !== 0 && (chance >>> 16) % 60 === 0
    const isGoodPress =
      !hasNoPressLeft &&
      (world.on
        ? world.restingSeconds > 0.1 && world.steps % 4 === 0 && landsHigher(world)
        : world.vy < -900)
    const shouldPress = isRandomPress || (player % 2 === 0 && isGoodPress)
    if (!hasNoPressLeft && shouldPress && press(world)) presses.push(world.steps)
    step(world)
    world.cueCount = 0
  }
  return { presses, world }
}
