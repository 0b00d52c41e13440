import { expect, it } from 'vitest'
import { drawSchedule, FAULTS } from '../chaos/schedule'

it('draws the same faults for the same seed, every kind within ten minutes, none beyond the end', () => {
  for (let seed = 0; seed < 200; seed++) {
    const planned = drawSchedule(seed, 600)
    expect(drawSchedule(seed, 600)).toEqual(planned)
    expect(new Set(planned.map(({ kind }) => kind)).size).toBe(Object.keys(FAULTS).length)
    for (const { at, seconds } of planned) expect(at + seconds).toBeLessThanOrEqual(600.001)
  }
  expect(drawSchedule(1, 600)).not.toEqual(drawSchedule(2, 600))
})
