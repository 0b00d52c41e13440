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

describe('an image for an artwork slot', () => {
  it('is accepted in the size of the slot and in twice that size', () => {
    for (const name of PICTURE_NAMES) {
      const { width, height } = PICTURES[name]
      expect(sizeProblem(name, { width, height })).toBeNull()
      expect(sizeProblem(name, { width: width * 2, height: height * 2 })).toBeNull()
    }
  })

  it('may differ slightly in its aspect ratio, but not more, unless the slot accepts any', () => {
    expect(sizeProblem('poster', { width: 1600, height: 1000 })).toBeNull()
    expect(sizeProblem('poster', { width: 1600, height: 1050 })).toMatch(/^Krivi omjer/)
    expect(sizeProblem('share', { width: 1200, height: 700 })).toMatch(/^Krivi omjer/)
    expect(sizeProblem('map-overlay', { width: 900, height: 4000 })).toBeNull()
  })

  it('is refused when its longer side has too few pixels', () => {
    expect(sizeProblem('venue-2', { width: 799, height: 600 })).toBe(
      'Premala slika: ima 799 × 600 px, a duža stranica treba imati barem 800 px.',
    )
  })
})

describe('the corners of the map overlay', () => {
  it('are centred on a point of the map and have the aspect ratio of the image', () => {
    const corners = cornersAround(CENTRE, { width: 1600, height: 800 })
    expect(areCorners(corners)).toBe(true)
    const [west, east] = [corners[0][0], corners[1][0]]
    const [north, south] = [corners[0][1], corners[2][1]]
    expect((west + east) / 2).toBeCloseTo(CENTRE[0], 9)
    // Half as high as wide. Here a degree to the north is 1.43 times as long as a degree to the
    // east.
    expect((east - west) / (north - south)).toBeCloseTo(2 * 1.43, 1)
  })

  it('may be rotated, but not form a concave shape', () => {
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
