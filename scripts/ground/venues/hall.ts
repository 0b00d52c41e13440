import {
  circle,
  dots,
  EMBER,
  fill,
  group,
  halftone,
  INK,
  PAPER,
  rect,
  SIGNAL,
  type Spot,
  shape,
  stroke,
  TEAL,
  VIOLET,
} from '../svg'
import { rays } from './rays'

export function hall(): string[] {
  const ball: Spot = [400, 214]
  const radius = 150
  const tiles: string[] = []
  for (let row = -5; row < 5; row++)
    for (let column = -6; column < 6; column++) {
      const spot = (r: number, c: number): Spot => {
        const latitude = (r / 10.5) * Math.PI
        const longitude = (c / 12.6) * Math.PI
        return [
          ball[0] + radius * Math.cos(latitude) * Math.sin(longitude),
          ball[1] + radius * Math.sin(latitude),
        ]
      }
      const ink = [PAPER, SIGNAL, VIOLET, PAPER, EMBER][(row * 3 + column * 7 + 90) % 5] ?? PAPER
      tiles.push(
        fill(
          shape([
            spot(row + 0.09, column + 0.09),
            spot(row + 0.09, column + 0.91),
            spot(row + 0.91, column + 0.91),
            spot(row + 0.91, column + 0.09),
          ]),
          ink,
        ),
      )
    }
  const floor: string[] = []
  const depths = [404, 424, 454, 500, 572, 660]
  depths.slice(1).forEach((near, i) => {
    const far = depths[i] as number
    const across = (y: number, k: number) => 400 + (k * (y - 330)) / 1.35
    for (let k = -12; k < 12; k++)
      if ((k + i) % 2)
        floor.push(
          fill(
            shape([
              [across(far, k), far],
              [across(far, k + 1), far],
              [across(near, k + 1), near],
              [across(near, k), near],
            ]),
            SIGNAL,
          ),
        )
  })
  const coat = (x: number, color: string, dark: string) =>
    group(
      { transform: `translate(${x} 352)` },
      stroke('M0-52V-38M0-26a9 9 0 1 1 9-9', PAPER, 5),
      fill('M-6-26H6L46-4 62 96 42 100 34 56V172H-34V56L-42 100-62 96-46-4z', INK),
      fill('M-4-18H4L40 2 53 88 45 90 30 26V164H-30V26L-45 90-53 88-40 2z', color),
      fill('M-12-16L0 22 12-16 4-18H-4z', dark),
      stroke('M0 22V164', dark, 4),
      circle([9, 60], 4, dark),
      circle([9, 92], 4, dark),
      circle([9, 124], 4, dark),
    )
  return [
    rect(0, 0, 800, 600, TEAL),
    rays(ball, 40, 0, 360, '#0d8576'),
    dots(
      halftone([0, 0], [800, 400], 22, (x, y) => {
        const far = Math.hypot(x - 400, y - 214)
        return far > 166 ? Math.max(0, 7.5 - far / 62) : 0
      }),
      PAPER,
    ),
    rect(0, 404, 800, 200, INK),
    ...floor,
    rect(394, 0, 12, 70, INK),
    circle(ball, radius + 9, INK),
    ...tiles,
    rect(0, 296, 232, 9, INK),
    rect(568, 296, 232, 9, INK),
    coat(58, EMBER, INK),
    coat(158, VIOLET, INK),
    coat(642, PAPER, INK),
    coat(742, EMBER, INK),
  ]
}
