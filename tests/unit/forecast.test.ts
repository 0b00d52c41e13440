import { describe, expect, it } from 'vitest'
import { forecast } from '@/lib/night/forecast/forecast'
import type { ForecastInput } from '@/lib/night/forecast/tonight'
import {
  KINDS,
  type Kind,
  minuteOf,
  simulateNight,
  tonightAt,
} from '../../scripts/lib/night-simulation'
import { tryForecast } from '../support/forecast-trial'

const MINUTE = 60_000
const SOLD = 5000

type Told = ReturnType<typeof forecast>

const widthOf = ({ fullAt }: Told) => (fullAt ? fullAt.high - fullAt.low : Number.NaN)

const plan = { guests: SOLD, copies: 0.03, turnout: 0.8, seed: 7 }

/** A night as it stands so many minutes after doors. */
function nightAt(
  minute: number,
  {
    lanes = [3, 2, 2],
    kind = 'normal',
    capacity = 3000,
  }: { lanes?: number[]; kind?: Kind; capacity?: number | null } = {},
): ForecastInput & { truth: number | null } {
  const scans = simulateNight({ ...plan, kind, lanes })
  const truth = capacity === null ? null : minuteOf(scans, capacity)
  return { ...tonightAt(scans, minute, { lanes, sold: SOLD, capacity }), truth }
}

describe('the house is full', () => {
  // Bounds far above what the bench tells (docs/bench.md): they fail when the method does.
  it.each(KINDS)('is foretold halfway there, of arrivals of the kind %s', (kind) => {
    const { nights, silent, error, coverage } = tryForecast(kind, 12, 501)
    expect(nights).toBeGreaterThanOrEqual(10)
    expect(silent / nights).toBeLessThanOrEqual(0.35)
    expect(error[0]).toBeLessThan(15)
    expect(coverage).toBeGreaterThanOrEqual(0.6)
  })

  it('comes nearer to what happens as the night goes on', () => {
    const early = nightAt(60)
    const late = nightAt(110)
    expect(widthOf(forecast(late))).toBeLessThan(widthOf(forecast(early)))
    const { mid = 0 } = forecast(late).fullAt ?? {}
    expect(Math.abs(mid / MINUTE - (late.truth ?? 0))).toBeLessThan(10)
  })

  it('is now when it is', () => {
    const input = nightAt(200)
    const { fullAt, fullChance } = forecast({ ...input, capacity: input.inside })
    expect(fullAt).toEqual({ low: input.now, mid: input.now, high: input.now })
    expect(fullChance).toBe(1)
  })

  it('is not foretold where there is room for all who have a ticket', () => {
    const { fullAt, fullChance } = forecast(nightAt(120, { capacity: SOLD + 1 }))
    expect(fullAt).toBeNull()
    expect(fullChance).toBe(0)
  })

  it('is not foretold where nobody counts, while arrivals are', () => {
    const { fullAt, fullChance, arrivedAt } = forecast(nightAt(120, { capacity: null }))
    expect([fullAt, fullChance]).toEqual([null, null])
    expect(arrivedAt?.mid).toBeGreaterThan(120 * MINUTE)
  })

  it('minds no doors of another night', () => {
    const input = nightAt(110)
    const told = forecast({ ...input, opensAt: -300 * 24 * 60 * MINUTE })
    expect(told).toEqual(forecast({ ...input, opensAt: null }))
  })

  it('goes by an earlier night that tonight is like', () => {
    const scans = simulateNight({ ...plan, kind: 'waves', lanes: [3, 3, 3], seed: 8 })
    const firsts = scans.filter(({ verdict }, i) => verdict === 'admitted' && i % 2 === 0)
    const night = Array.from(
      { length: 300 },
      (_, minute) => firsts.filter(({ second }) => second < minute * 60).length / firsts.length,
    )
    const input = nightAt(80, { kind: 'waves' })
    const [told, without] = [[night], []].map((past) => forecast({ ...input, past })) as [
      Told,
      Told,
    ]
    expect(Math.abs((told.fullAt?.mid ?? 0) / MINUTE - (input.truth ?? 0))).toBeLessThan(15)
    expect(widthOf(told)).toBeLessThan(widthOf(without))
  })
})

describe('too little to go by', () => {
  it.each([
    ['before doors', -30],
    ['at doors', 0],
    ['in the first minutes', 8],
  ])('says nothing %s', (_, minute) => {
    const input = nightAt(Math.max(minute, 0))
    const told = forecast({ ...input, now: minute * MINUTE })
    expect([told.fullAt, told.fullChance, told.arrivedAt]).toEqual([null, null, null])
    expect(told.stillToCome).toBe(input.expected)
  })

  it('says nothing where nothing was sold and nobody came', () => {
    const told = forecast({ ...nightAt(0), now: 90 * MINUTE, sold: 0, expected: 0 })
    expect([told.fullAt, told.arrivedAt, told.stillToCome]).toEqual([null, null, 0])
  })
})

describe('a gate', () => {
  it('is free where nobody stands next', () => {
    const told = forecast(nightAt(60)).gates
    expect(told).toHaveLength(3)
    for (const gate of told)
      expect(gate).toMatchObject({ wait: 0, level: 'free', servedAt: null, openLane: false })
  })

  it('has a long wait that one more lane would end, where more come than its lanes can let in', () => {
    const rush = forecast(nightAt(35, { kind: 'early', lanes: [2, 2, 1] }))
    for (const gate of rush.gates) {
      expect(gate.level).toBe('long')
      expect(gate.wait).toBeGreaterThan(10)
      expect(gate.servedAt?.mid).toBeGreaterThan(45 * MINUTE)
    }
    expect(rush.gates.some(({ openLane }) => openLane)).toBe(true)
  })

  it('has a queue of unknown length where it was busy from the start', () => {
    const [gate] = forecast(nightAt(8, { kind: 'early', lanes: [1, 1, 1] })).gates
    expect(gate).toEqual({ id: 0, wait: null, level: 'short', servedAt: null, openLane: false })
  })
})
