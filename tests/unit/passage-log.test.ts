import { afterEach, expect, it, vi } from 'vitest'
import type { OwnPassage } from '@/components/gate/state/device-storage'
import { PassageLog } from '@/components/gate/state/passage-log'

const HOUR = 3_600_000
const START = Date.parse('2026-10-03T21:00:00Z')

afterEach(() => vi.useRealTimers())

const passage = (at: number) =>
  ({ id: 'a', at: new Date(at).toISOString(), sent: 'no', verdict: 'inside' }) as OwnPassage

it('leaves a passage at its time when the clock is set back by two hours and corrected later', () => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  const log = new PassageLog()
  const one = passage(START)
  log.add(one)
  vi.setSystemTime(START - 2 * HOUR)
  log.setClock(2 * HOUR, 2 * HOUR)
  expect(one.at).toBe(new Date(START).toISOString())
  vi.setSystemTime(START)
  log.setClock(-2 * HOUR, 0)
  expect(one.at).toBe(new Date(START).toISOString())
})

it('corrects a passage that was recorded before the server sent its time, also after a wrong one', () => {
  vi.useFakeTimers({ now: START - 2 * HOUR, toFake: ['Date'] })
  const log = new PassageLog()
  const one = passage(START - 2 * HOUR)
  log.add(one)
  log.setClock(5 * HOUR, 5 * HOUR)
  log.setClock(-3 * HOUR, 2 * HOUR)
  expect(one.at).toBe(new Date(START).toISOString())
})
