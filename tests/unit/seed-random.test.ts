import { describe, expect, it } from 'vitest'
import { createRandom } from '@/db/seed/random'

const sample = <T>(make: () => T, count = 20_000) => Array.from({ length: count }, make)

describe('the seeded random generator', () => {
  it('gives the same sequence for the same seed, and a different one for a different seed', () => {
    const row = (seed: number) => sample(createRandom(seed).next, 50)
    expect(row(7)).toEqual(row(7))
    expect(row(7)).not.toEqual(row(8))
  })

  it('gives evenly distributed numbers in [0, 1)', () => {
    const values = sample(createRandom(1).next)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    expect(values.filter((v) => v < 0.25).length / values.length).toBeCloseTo(0.25, 1)
  })

  it('picks by weight, and never an item of weight 0', () => {
    const random = createRandom(2)
    const list = [
      ['often', 3],
      ['seldom', 1],
      ['never', 0],
    ] as const
    const picked = sample(() => random.weighted(list))
    expect(picked.filter((p) => p === 'often').length / picked.length).toBeCloseTo(0.75, 1)
    expect(picked).not.toContain('never')
  })

  it('draws from a normal distribution with the given mean and deviation', () => {
    const random = createRandom(3)
    const values = sample(() => random.normal(10, 2))
    const mean = values.reduce((a, b) => a + b, 0) / values.length
    const deviation = Math.sqrt(values.reduce((a, v) => a + (v - mean) ** 2, 0) / values.length)
    expect(mean).toBeCloseTo(10, 0)
    expect(deviation).toBeCloseTo(2, 0)
  })

  it('refuses to pick from an empty list', () => {
    expect(() => createRandom(1).pick([])).toThrow(RangeError)
  })
})
