import { describe, expect, it } from 'vitest'
import {
  areCorners,
  type Corners,
  cornersAround,
  PICTURE_NAMES,
  PICTURES,
  sizeProblem,
} from '@/lib/artwork/rules'
import { CENTRE } from '@/lib/map/geo'

describe('a picture for a place', () => {
  it('fits in the size that the place asks for, and in twice that', () => {
    for (const name of PICTURE_NAMES) {
      const { width, height } = PICTURES[name]
      expect(sizeProblem(name, { width, height })).toBeNull()
      expect(sizeProblem(name, { width: width * 2, height: height * 2 })).toBeNull()
    }
  })

  it('may differ a little in its proportions, and no more', () => {
    expect(sizeProblem('poster', { width: 1600, height: 1000 })).toBeNull()
    expect(sizeProblem('poster', { width: 1600, height: 1050 })).toMatch(/^Krivi omjer/)
    expect(sizeProblem('share', { width: 1200, height: 700 })).toMatch(/^Krivi omjer/)
    expect(sizeProblem('map-overlay', { width: 900, height: 4000 })).toBeNull()
  })

  it('has the pixels that a screen needs', () => {
    expect(sizeProblem('venue-2', { width: 799, height: 600 })).toBe(
      'Premala slika: ima 799 × 600 px, a duža stranica treba imati barem 800 px.',
    )
  })
})

describe('corners', () => {
  it('lie around a place as the picture does, until somebody moves them', () => {
    const corners = cornersAround(CENTRE, { width: 1600, height: 800 })
    expect(areCorners(corners)).toBe(true)
    const [west, east] = [corners[0][0], corners[1][0]]
    const [north, south] = [corners[0][1], corners[2][1]]
    expect((west + east) / 2).toBeCloseTo(CENTRE[0], 9)
    // Half as high as wide. Here a degree to the north is 1.43 times as long as a degree to the
    // east.
    expect((east - west) / (north - south)).toBeCloseTo(2 * 1.43, 1)
  })

  it('may be those of a plan that lies askew, and of none that is bent in', () => {
    const askew: Corners = [
      [0, 2],
      [2, 3],
      [3, 1],
      [1, 0],
    ]
    expect(areCorners(askew)).toBe(true)
    expect(
      areCorners([
        [0, 2],
        [2, 2],
        [0.5, 1.5],
        [0, 0],
      ]),
    ).toBe(false)
  })
})
