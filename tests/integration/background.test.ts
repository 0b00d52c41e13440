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
  const runs: number[] = []
  let running = 0
  let mostRunning = 0
  for (let instance = 0; instance < 4; instance++)
    stops.push(
      startMaintenance(
        url,
        {
          fails: () => Promise.reject(new Error('on purpose')),
          succeeds: async () => {
            mostRunning = Math.max(mostRunning, ++running)
            runs.push(instance)
            await sleep(60)
            running--
          },
        },
        5,
      ),
    )
  await expect.poll(() => runs.length, WAIT).toBeGreaterThan(4)
  const [first] = runs as [number]
  expect(new Set(runs)).toEqual(new Set([first]))
  // When the instance that ran the tasks stops, another instance takes over.
  stops[first]?.()
  await expect.poll(() => new Set(runs).size, WAIT).toBe(2)
  expect(mostRunning).toBe(1)
})
