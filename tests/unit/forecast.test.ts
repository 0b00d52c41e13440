import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/night/forecast/forecast'
import type { ForecastInput } from '@/lib/night/forecast/tonight'
import {
  forecastInputAt,
  KINDS,
  type Kind,
  minuteWhenFull,
  simulateNight,
} from '../../scripts/lib/night-simulation'
import { tryForecast } from '../support/forecast-trial'

const MINUTE = 60_000
const SOLD = 5000

type Forecast = ReturnType<typeof forecast>

const widthOf = ({ fullAt }: Forecast) => (fullAt ? fullAt.high - fullAt.low : Number.NaN)

const plan = { guests: SOLD, copies: 0.03, turnout: 0.8, seed: 7 }

/** State of a night at a number of minutes after the opening. */
function nightAt(
  minute: number,
  {
    lanes = [3, 2, 2],
    kind = 'normal',
    capacity = 3000,
  }: { lanes?: number[]; kind?: Kind; capacity?: number | null } = {},
): ForecastInput & { truth: number | null } {
  const scans = simulateNight({ ...plan, kind, lanes })
  const truth = capacity === null ? null : minuteWhenFull(scans, capacity)
  return { ...forecastInputAt(scans, minute, { lanes, sold: SOLD, capacity }), truth }
}

describe('the time at which the venue is full', () => {
  // Bounds far above the figures of docs/bench.md, so that they fail only if the method fails.
  for (const kind of KINDS)
    it(`is forecast at half of the capacity, for arrivals of the kind ${kind}`, {
      tags: kind === 'normal' ? [] : ['full'],
    }, () => {
      const { nights, silent, error, coverage } = tryForecast(kind, 12, 501)
      expect(nights).toBeGreaterThanOrEqual(10)
      expect(silent / nights).toBeLessThanOrEqual(0.35)
      expect(error[0]).toBeLessThan(15)
      expect(coverage).toBeGreaterThanOrEqual(0.6)
    })

  it('becomes more precise during the night', () => {
    const early = nightAt(60)
    const late = nightAt(110)
    expect(widthOf(forecast(late))).toBeLessThan(widthOf(forecast(early)))
    const { mid = 0 } = forecast(late).fullAt ?? {}
    expect(Math.abs(mid / MINUTE - (late.truth ?? 0))).toBeLessThan(10)
  })

  it('is now when the venue is full', () => {
    const input = nightAt(200)
    const { fullAt, fullChance } = forecast({ ...input, capacity: input.inside })
    expect(fullAt).toEqual({ low: input.now, mid: input.now, high: input.now })
    expect(fullChance).toBe(1)
  })

  it('is null when the capacity exceeds the sold tickets', () => {
    const { fullAt, fullChance } = forecast(nightAt(120, { capacity: SOLD + 1 }))
    expect(fullAt).toBeNull()
    expect(fullChance).toBe(0)
  })

  it('is null without a capacity, while arrivals are forecast', () => {
    const { fullAt, fullChance, arrivedAt } = forecast(nightAt(120, { capacity: null }))
    expect([fullAt, fullChance]).toEqual([null, null])
    expect(arrivedAt?.mid).toBeGreaterThan(120 * MINUTE)
  })

  it('ignores the opening time of another night', () => {
    const input = nightAt(110)
    const result = forecast({ ...input, opensAt: -300 * 24 * 60 * MINUTE })
    expect(result).toEqual(forecast({ ...input, opensAt: null }))
  })

  it('follows an earlier night with similar arrivals', () => {
    const scans = simulateNight({ ...plan, kind: 'waves', lanes: [3, 3, 3], seed: 8 })
    const firsts = scans.filter(({ verdict }, i) => verdict === 'admitted' && i % 2 === 0)
    const night = Array.from(
      { length: 300 },
      (_, minute) => firsts.filter(({ second }) => second < minute * 60).length / firsts.length,
    )
    const input = nightAt(80, { kind: 'waves' })
    const [result, without] = [[night], []].map((past) => forecast({ ...input, past })) as [
      Forecast,
      Forecast,
    ]
    expect(Math.abs((result.fullAt?.mid ?? 0) / MINUTE - (input.truth ?? 0))).toBeLessThan(15)
    expect(widthOf(result)).toBeLessThan(widthOf(without))
  })
})

describe('too few arrivals', () => {
  it.each([
    ['before doors', -30],
    ['at doors', 0],
    ['in the first minutes', 8],
  ])('give no forecast %s', (_, minute) => {
    const input = nightAt(Math.max(minute, 0))
    const result = forecast({ ...input, now: minute * MINUTE })
    expect([result.fullAt, result.fullChance, result.arrivedAt]).toEqual([null, null, null])
    expect(result.stillToCome).toBe(input.expected)
  })

  it('give no forecast when no ticket was sold', () => {
    const result = forecast({ ...nightAt(0), now: 90 * MINUTE, sold: 0, expected: 0 })
    expect([result.fullAt, result.arrivedAt, result.stillToCome]).toEqual([null, null, 0])
  })
})

describe('a gate', () => {
  it('is free when no guest waits', () => {
    const result = forecast(nightAt(60)).gates
    expect(result).toHaveLength(3)
    for (const gate of result)
      expect(gate).toMatchObject({ wait: 0, level: 'free', servedAt: null, openLane: false })
  })

  it('has a long wait and suggests one more lane when arrivals exceed its rate', () => {
    const rush = forecast(nightAt(35, { kind: 'early', lanes: [2, 2, 1] }))
    for (const gate of rush.gates) {
      expect(gate.level).toBe('long')
      expect(gate.wait).toBeGreaterThan(10)
      expect(gate.servedAt?.mid).toBeGreaterThan(45 * MINUTE)
    }
    expect(rush.gates.some(({ openLane }) => openLane)).toBe(true)
  })

  it('has a queue of unknown length when it was busy from the start', () => {
    const [gate] = forecast(nightAt(8, { kind: 'early', lanes: [1, 1, 1] })).gates
    expect(gate).toEqual({ id: 0, wait: null, level: 'short', servedAt: null, openLane: false })
  })
})
