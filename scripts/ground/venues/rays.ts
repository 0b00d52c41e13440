import { fill, type Spot, shape } from '../svg'

/** The place so far from another in this direction, clockwise from the right. */
export const turn = ([x, y]: Spot, radius: number, degrees: number): Spot => {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** Rays from one point, every second one drawn. */
export function rays(
  from: Spot,
  count: number,
  first: number,
  last: number,
  color: string,
): string {
  const step = (last - first) / count
  return Array.from({ length: count }, (_, i) => i)
    .filter((i) => i % 2 === 0)
    .map((i) =>
      fill(
        shape([from, turn(from, 1200, first + i * step), turn(from, 1200, first + (i + 1) * step)]),
        color,
      ),
    )
    .join('')
}
