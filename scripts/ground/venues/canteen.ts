import {
  circle,
  dots,
  EMBER,
  fill,
  group,
  halftone,
  INK,
  INK_3,
  PAPER,
  rect,
  ring,
  SIGNAL,
  type Spot,
  shape,
  stroke,
  TEAL,
  tag,
} from '../svg'
import { turn } from './rays'

export function canteen(): string[] {
  const plate: Spot = [372, 300]
  const grooves = [182, 170, 158, 146, 134, 122, 110, 98]
  const fry = (x: number, y: number, angle: number, length: number) =>
    group(
      { transform: `translate(${x} ${y})rotate(${angle})` },
      rect(-11, -length, 22, length, INK),
      rect(-6.5, -length + 4.5, 13, length, SIGNAL),
    )
  return [
    rect(0, 0, 800, 600, SIGNAL),
    dots(
      halftone([0, 0], [800, 600], 24, (x, y) => Math.max(0, (x + y - 640) / 88)),
      EMBER,
    ),
    group(
      { transform: 'rotate(-5 400 300)' },
      rect(50, 74, 716, 480, INK, 46),
      rect(40, 60, 716, 480, INK, 46),
      rect(50, 70, 696, 460, TEAL, 38),
      tag('rect', {
        x: 72,
        y: 92,
        width: 652,
        height: 416,
        rx: 24,
        fill: 'none',
        stroke: '#0d8576',
        'stroke-width': 8,
      }),
      circle([plate[0] + 8, plate[1] + 10], 202, '#0d8576'),
      circle(plate, 202, INK),
      circle(plate, 195, PAPER),
      circle(plate, 186, INK),
      ...grooves.map((r) => ring(plate, r - 6, INK_3, 2.6)),
      fill(shape([plate, turn(plate, 178, -62), turn(plate, 178, -48)]), INK_3),
      fill(shape([plate, turn(plate, 178, 118), turn(plate, 178, 132)]), INK_3),
      circle(plate, 78, EMBER),
      dots(
        halftone([300, 300], [444, 372], 11, (x, y) =>
          Math.hypot(x - plate[0], y - plate[1]) < 74 ? (y - 304) / 15 : 0,
        ),
        '#b02f0a',
      ),
      circle(plate, 12, PAPER),
      circle(plate, 5, INK),
      // fork
      fill(
        'M92 148h12v74h10v-74h12v74h10v-74h12v92q0 26-18 32v200q0 14-10 14t-10-14V272q-18-6-18-32z',
        INK,
      ),
      fill('M101 246h38q-2 20-15 22v200q0 6-4 6t-4-6V268q-13-2-15-22z', PAPER),
      // cup of coffee from above
      circle([656, 176], 66, INK),
      circle([656, 176], 58, PAPER),
      circle([656, 176], 42, INK),
      circle([656, 176], 37, '#7a3416'),
      stroke('M630 168q14-16 26 0t26 0', PAPER, 7, { 'stroke-linecap': 'round' }),
      stroke('M636 190q10-12 20 0t20 0', PAPER, 6, { 'stroke-linecap': 'round' }),
      stroke('M704 214q26 20 34-6', INK, 16),
      // fries
      fry(622, 380, -14, 86),
      fry(642, 378, -5, 104),
      fry(662, 376, 2, 92),
      fry(680, 378, 8, 108),
      fry(698, 382, 16, 82),
      fill('M590 352q68 34 136 0l-14 140H604z', INK),
      fill('M600 366q58 24 116 0l-11 116H611z', EMBER),
      fill('M624 372l6 110h14l-3-106zM674 376l-3 106h14l6-110z', PAPER),
    ),
  ]
}
