import { EMBER, INK, PAPER, SIGNAL, TEAL } from '@/lib/colours'
import type { PointKind } from '@/lib/map/ground'
import { group, rect, type Spot, tag } from './svg'

/** Each sign in a square of 48 units: its ground, and what is drawn on it in ink. */
const SIGNS: Record<PointKind, { ground: string; drawing: string }> = {
  entrance: { ground: EMBER, drawing: solid('M42 17H22V7L4 24l18 17V31h20z') },
  exit: {
    ground: TEAL,
    drawing: solid('M8 6h20v8h-4v-4H12v28h12v-4h4v8H8z') + solid('M20 20h12v-7l12 11-12 11v-7H20z'),
  },
  accessible: {
    ground: PAPER,
    drawing:
      solid('M19 5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z') +
      drawn('M20 16v12h11l6 11 4-2M20 21h10', 4.2) +
      drawn('M16 22a10 10 0 1 0 14 14', 4.2),
  },
  info: {
    ground: PAPER,
    drawing: solid('M24 6a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM17 19h11v17h5v6H16v-6h5V25h-4z'),
  },
  'first-aid': {
    ground: PAPER,
    drawing: tag('path', { fill: '#b02f0a', d: 'M17 6h14v11h11v14H31v11H17V31H6V17h11z' }),
  },
  quiet: { ground: PAPER, drawing: solid('M30 5a19 19 0 1 0 13 26A16 16 0 0 1 30 5z') },
  cloakroom: {
    ground: PAPER,
    drawing: drawn('M19 14a5 5 0 1 1 7 4.6l-2 1V24L6 36v2h36v-2L24 24', 4.2),
  },
  toilet: {
    ground: PAPER,
    drawing:
      solid('M13 5a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM7 15h12v14h-2v14H9V29H7z') +
      solid('M35 5a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM32 15h6l6 17h-5v11h-8V32h-5z') +
      solid('M22.8 5h2.4v38h-2.4z'),
  },
  bar: {
    ground: SIGNAL,
    drawing:
      solid('M9 8h24l-1.2 7H39a4 4 0 0 1 4 4v9a5 5 0 0 1-5 5h-8.600l-1.400 9H13z') +
      tag('path', { fill: SIGNAL, d: 'M31 19.500h6.500V28H30z' }),
  },
  food: {
    ground: EMBER,
    drawing: solid('M8 27h32l-1 6H9zM10 35h28l-2 7H12zM8 24C9 12 16 7 24 7s15 5 16 17z'),
  },
  water: {
    ground: TEAL,
    drawing: solid('M24 4c7 10 13 17 13 25a13 13 0 0 1-26 0C11 21 17 14 24 4z'),
  },
  smoking: {
    ground: PAPER,
    drawing:
      solid('M4 31h28v8H4zM34 31h4v8h-4zM40 31h4v8h-4z') +
      drawn('M36 27c0-8-8-4-8-11 0-5 5-5 5-9M43 27c0-6-4-6-5-10', 3.6),
  },
}

function solid(d: string) {
  return tag('path', { fill: INK, d })
}
function drawn(d: string, width: number) {
  return tag('path', {
    fill: 'none',
    stroke: INK,
    'stroke-width': width,
    'stroke-linejoin': 'round',
    d,
  })
}

/** A sign of `size` units around its middle, with an ink edge that keeps it off the drawing. */
export function sign(kind: PointKind, [x, y]: Spot, size: number, turn = 0): string {
  const { ground, drawing } = SIGNS[kind]
  const scale = Math.round((size / 48) * 1000) / 1000
  return group(
    {
      transform: `translate(${Math.round(x - size / 2)} ${Math.round(y - size / 2)})scale(${scale})`,
    },
    rect(-4, -4, 56, 56, INK, 9),
    rect(0, 0, 48, 48, ground, 6),
    group({ transform: `rotate(${turn} 24 24)translate(4.8 4.8)scale(.8)` }, drawing),
  )
}
