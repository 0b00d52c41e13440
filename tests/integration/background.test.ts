import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { startMaintenance } from '@/lib/background/start'

const url = process.env.DATABASE_URL as string
const WAIT = { timeout: 30_000 }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

it('one of four instances runs the maintenance tasks, and another takes over when it stops', async () => {
  const rounds: number[] = []
  let running = 0
  let together = 0
  for (let who = 0; who < 4; who++)
    stops.push(
      startMaintenance(
        url,
        {
          fails: () => Promise.reject(new Error('on purpose')),
          takes: async () => {
            together = Math.max(together, ++running)
            rounds.push(who)
            await sleep(60)
            running--
          },
        },
        5,
      ),
    )
  await expect.poll(() => rounds.length, WAIT).toBeGreaterThan(4)
  const [first] = rounds as [number]
  expect(new Set(rounds)).toEqual(new Set([first]))
  // When the instance that ran the tasks stops, another instance takes over.
  stops[first]?.()
  await expect.poll(() => new Set(rounds).size, WAIT).toBe(2)
  expect(together).toBe(1)
})
