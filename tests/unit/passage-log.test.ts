import { afterEach, expect, it, vi } from 'vitest'
import type { OwnPassage } from '@/components/gate/state/device-storage'
import { nightOf, PassageLog } from '@/components/gate/state/passage-log'

const HOUR = 3_600_000
const START = Date.parse('2026-10-03T21:00:00Z')

afterEach(() => vi.useRealTimers())

const passage = (at: number) =>
  ({ id: 'a', at: new Date(at).toISOString(), sent: 'no', verdict: 'inside' }) as OwnPassage

it('leaves a passage at its time when the clock is set back by two hours and corrected later', () => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  const log = new PassageLog()
  const entry = passage(START)
  log.add(entry)
  vi.setSystemTime(START - 2 * HOUR)
  log.setClock(2 * HOUR, 2 * HOUR)
  expect(entry.at).toBe(new Date(START).toISOString())
  vi.setSystemTime(START)
  log.setClock(-2 * HOUR, 0)
  expect(entry.at).toBe(new Date(START).toISOString())
})

it('corrects a passage that was recorded before the server sent its time, also after a wrong one', () => {
  vi.useFakeTimers({ now: START - 2 * HOUR, toFake: ['Date'] })
  const log = new PassageLog()
  const entry = passage(START - 2 * HOUR)
  log.add(entry)
  log.setClock(5 * HOUR, 5 * HOUR)
  log.setClock(-3 * HOUR, 2 * HOUR)
  expect(entry.at).toBe(new Date(START).toISOString())
})

it('lets a guest out by an unsent scan with the verdict "outside", unless admitted after it', () => {
  const log = new PassageLog()
  log.add({ ...passage(START), guestId: 1, direction: 'out', verdict: 'outside' })
  expect(log.sinceOf(1, null)).toBeNull()
  expect(log.sinceOf(1, START - HOUR)).toBeNull()
  expect(log.sinceOf(1, START + HOUR)).toBe(START + HOUR)
})

// On 25 October 2026 and on 28 March 2027 the clock changes in the night.
it.each([
  ['2026-10-03T21:00:00Z', '2026-10-03T06:00:00Z'],
  ['2026-10-04T05:59:59Z', '2026-10-03T06:00:00Z'],
  ['2026-10-04T06:00:00Z', '2026-10-04T06:00:00Z'],
  ['2026-10-25T06:59:59Z', '2026-10-24T06:00:00Z'],
  ['2026-10-25T07:00:00Z', '2026-10-25T07:00:00Z'],
  ['2026-10-26T06:59:59Z', '2026-10-25T07:00:00Z'],
  ['2027-03-28T05:59:59Z', '2027-03-27T07:00:00Z'],
  ['2027-03-28T06:00:00Z', '2027-03-28T06:00:00Z'],
])('the night of %s started at 08:00 in Zagreb, which is %s', (now, start) => {
  expect(new Date(nightOf(Date.parse(now)))).toEqual(new Date(start))
})
