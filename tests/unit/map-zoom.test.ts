import { describe, expect, it } from 'vitest'
import {
  clampView,
  fitted,
  MAX_SCALE,
  movedBy,
  WHOLE,
  zoomedAt,
} from '@/components/public/drawing/zoom'

const PICTURE = { width: 1600, height: 780 }
const PHONE = { width: 360, height: 780 }

describe('the enlarged floor plan', () => {
  it('fits into the window at first', () => {
    expect(fitted(PICTURE, PHONE)).toEqual({ width: 360, height: 175.5 })
  })

  it('keeps the point under the finger in place while zooming', () => {
    const point = { x: 90, y: -40 }
    const view = zoomedAt({ scale: 2, x: 10, y: 20 }, 1.5, point)
    const place = ({ scale, x, y }: typeof view) => [(point.x - x) / scale, (point.y - y) / scale]
    expect(place(view)).toEqual(place({ scale: 2, x: 10, y: 20 }))
  })

  it('is never smaller than the window nor larger than eight times that', () => {
    expect(zoomedAt(WHOLE, 0.2, { x: 0, y: 0 }).scale).toBe(1)
    expect(zoomedAt(WHOLE, 1000, { x: 0, y: 0 }).scale).toBe(MAX_SCALE)
  })

  it('cannot be pushed out of the window', () => {
    const far = clampView(movedBy({ scale: 4, x: 0, y: 0 }, { x: 9999, y: -9999 }), PICTURE, PHONE)
    // The picture has 1440 × 702 px here. It may move by half of the excess width, and not in
    // height.
    expect(far).toEqual({ scale: 4, x: 540, y: -0 })
  })
})
