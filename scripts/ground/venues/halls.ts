import { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL, TEAL, VIOLET } from '@/lib/colours'
import { circle, dots, fill, group, halftone, rays, rect, type Spot, shape, stroke } from '../svg'

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

export function pavilion(): string[] {
  const eaves = (i: number): Spot => {
    const angle = Math.PI - (i / 16) * Math.PI
    return [400 + 318 * Math.cos(angle), 306 + 44 * Math.sin(angle)]
  }
  const roof = Array.from({ length: 16 }, (_, i) =>
    fill(shape([[400, 112], eaves(i), eaves(i + 1)]), i % 2 ? VIOLET : PAPER),
  )
  const wall = Array.from({ length: 13 }, (_, i) => {
    const x = (t: number) => 400 - 282 * Math.cos((t / 13) * Math.PI)
    const y = (t: number) => 24 * Math.sin((t / 13) * Math.PI)
    const inner = 0.16
    return fill(
      shape([
        [x(i + inner), 330 + y(i)],
        [x(i + 1 - inner), 330 + y(i + 1)],
        [x(i + 1 - inner), 462 + y(i + 1)],
        [x(i + inner), 462 + y(i)],
      ]),
      i === 6 ? INK : i % 3 ? SIGNAL : EMBER,
    )
  })
  const tree = (x: number, y: number, r: number) =>
    rect(x - 7, y, 14, r + 40, INK) +
    circle([x, y], r, INK) +
    dots(
      halftone([x - r, y - r], [x + r, y + r], 15, (a, b) =>
        Math.hypot(a - x, b - y) < r - 9
          ? Math.max(1, 5.4 - (Math.hypot(a - x + r * 0.4, b - y + r * 0.5) / r) * 3.4)
          : 0,
      ),
      TEAL,
    )
  return [
    rect(0, 0, 800, 600, INK_2),
    dots(
      halftone([0, 0], [800, 420], 20, (_, y) => Math.max(0, (y - 60) / 46)),
      INK_3,
    ),
    circle([400, 196], 176, SIGNAL),
    dots(
      halftone([220, 20], [580, 380], 18, (x, y) =>
        Math.hypot(x - 400, y - 196) < 172 ? Math.max(0, (x - 420) / 24) : 0,
      ),
      EMBER,
    ),
    circle([334, 128], 20, INK_2),
    circle([374, 82], 10, INK_2),
    tree(74, 360, 82),
    tree(736, 350, 92),
    rect(0, 486, 800, 120, INK),
    fill('M100 320a300 62 0 0 0 600 0v150a300 40 0 0 1-600 0z', VIOLET),
    fill('M108 330a292 50 0 0 0 584 0v138a292 34 0 0 1-584 0z', '#4a39d6'),
    ...wall,
    fill('M70 306a330 56 0 0 0 660 0L400 98z', INK),
    ...roof,
    stroke('M400 112V44', INK, 8),
    stroke('M400 112V48', PAPER, 4),
    fill('M402 46h62l-16 16 16 16h-62z', EMBER),
    fill('M346 512h108l60 88H286z', PAPER),
    ...[0, 1, 2].map((i) => stroke(`M${331 - i * 15} ${532 + i * 22}H${469 + i * 15}`, INK, 4)),
    dots(
      halftone([0, 520], [800, 600], 24, (x, y) =>
        Math.abs(x - 400) > 100 + (y - 510) * 0.7 ? 2 + (y - 510) / 34 : 0,
      ),
      SIGNAL,
    ),
  ]
}
