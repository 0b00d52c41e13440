import { circle, fill, group, INK, SIGNAL, type Spot, shape, TEAL, text } from './svg'

/** Trees where nothing else stands: x, y and radius in metres. */
export const TREES = [
  [346, 444, 5],
  [342, 456, 4],
  [344, 554, 5],
  [346, 572, 4],
  [344, 606, 3],
  [536, 440, 5],
  [546, 456, 4],
  [552, 402, 6],
  [574, 400, 5],
  [598, 404, 6],
  [616, 398, 4],
  [624, 434, 5],
  [536, 478, 5],
  [612, 484, 4],
  [548, 486, 4],
  [536, 540, 5],
  [610, 548, 5],
  [536, 592, 6],
  [556, 588, 4],
  [568, 598, 5],
  [622, 596, 5],
  [616, 574, 4],
  [570, 572, 4],
] as const

/** A tree from above. */
export function tree([x, y]: Spot, radius: number): string {
  return [
    circle([x, y], radius * 1.25, INK),
    circle([x, y], radius, '#1f7a6c'),
    circle([x - radius * 0.28, y - radius * 0.3], radius * 0.45, TEAL),
  ].join('')
}

/** Which way is north: S for sjever. */
export function compass([x, y]: Spot, radius: number, isTurned = false): string {
  const r = radius
  const needle: Spot[] = [
    [0, -r * 1.5],
    [r * 0.7, -r * 0.55],
    [-r * 0.7, -r * 0.55],
  ]
  return [
    circle([x, y], r, INK),
    group(
      { transform: `translate(${Math.round(x)} ${Math.round(y)})rotate(${isTurned ? 90 : 0})` },
      fill(shape(needle), SIGNAL),
    ),
    text('S', [x, y + r * 0.52], { size: r * 1.3, color: SIGNAL, anchor: 'middle' }),
  ].join('')
}
