import { vi } from 'vitest'

// Tests import this file before they replace the timers, so this is the real one.
const { setTimeout: realTimeout } = globalThis

/**
 * Advances the fake clock by a number of seconds. After each second it pauses for 5 ms of real
 * time, for work that no clock measures, such as encryption.
 */
export async function advanceSeconds(seconds: number) {
  for (let i = 0; i < seconds; i++) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((resolve) => realTimeout(resolve, 5))
  }
}

/** Waits until an assertion holds, with a fake clock that runs about ten times as fast. */
export const advanceUntil = (assertion: () => void) =>
  vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(100)
      assertion()
    },
    { timeout: 30_000, interval: 10 },
  )
