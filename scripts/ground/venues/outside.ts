import { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL, TEAL, VIOLET } from '@/lib/colours'
import {
  circle,
  dots,
  fill,
  group,
  halftone,
  line,
  rays,
  rect,
  ring,
  type Spot,
  shape,
  stroke,
  tag,
  turn,
} from '../svg'

export function bigStage(): string[] {
  const speaker = (x: number, y: number) =>
    rect(x, y, 126, 132, INK) +
    rect(x + 7, y + 7, 112, 118, INK_2) +
    circle([x + 63, y + 74], 44, SIGNAL) +
    circle([x + 63, y + 74], 34, INK) +
    circle([x + 63, y + 74], 13, SIGNAL) +
    circle([x + 30, y + 24], 9, PAPER) +
    circle([x + 96, y + 24], 9, PAPER)
  const tower = (x: number) => [96, 232, 368].map((y) => speaker(x, y)).join('')
  const truss = Array.from({ length: 20 }, (_, i) => [i * 42 - 20, i % 2 ? 58 : 22] as const)
  const cone = (x: number, [above, top]: Spot, [below, bottom]: Spot, color: string) =>
    fill(
      shape([
        [x - above, top],
        [x + above, top],
        [x + below, bottom],
        [x - below, bottom],
      ]),
      color,
    )
  const lamp = (x: number, color: string) =>
    rect(x - 4, 58, 8, 16, INK) +
    cone(x, [20, 74], [30, 112], INK) +
    cone(x, [26, 112], [20, 122], color)
  const heads = Array.from(
    { length: 13 },
    (_, i) => [i * 66 + (i % 3) * 9, 566 + ((i * 7) % 5) * 8] as const,
  )
  const arm = (x: number, y: number, lean: number) =>
    stroke(`M${x} 620L${x + lean} ${y}`, INK, 24, { 'stroke-linecap': 'round' }) +
    stroke(`M${x + lean - 11} ${y - 12}l-5-26m16 24v-32m11 34l8-26`, INK, 8.5, {
      'stroke-linecap': 'round',
    })
  return [
    rect(0, 0, 800, 600, EMBER),
    rays([400, 300], 36, 0, 360, '#ff8a4f'),
    circle([400, 292], 196, SIGNAL),
    dots(
      halftone([190, 300], [610, 500], 17, (x, y) =>
        Math.hypot(x - 400, y - 292) < 190 ? Math.max(0, (y - 300) / 21) : 0,
      ),
      EMBER,
    ),
    // the microphone, larger than the stage
    stroke('M400 330V620', INK, 15),
    fill('M348 232h104l-22 150h-60z', INK),
    fill('M366 262h20l6 108h-13z', VIOLET),
    rect(338, 214, 124, 26, PAPER, 5),
    stroke('M338 214h124v26H338z', INK, 8, { 'stroke-linejoin': 'round' }),
    circle([400, 160], 72, INK),
    circle([400, 160], 62, PAPER),
    ...[-40, -20, 0, 20, 40].flatMap((shift) => [
      stroke(
        `M${400 + shift} ${160 - Math.sqrt(3844 - shift * shift)}V${160 + Math.sqrt(3844 - shift * shift)}`,
        INK,
        4.5,
      ),
      stroke(
        `M${400 - Math.sqrt(3844 - shift * shift)} ${160 + shift}H${400 + Math.sqrt(3844 - shift * shift)}`,
        INK,
        4.5,
      ),
    ]),
    tower(30),
    tower(644),
    rect(0, 14, 800, 8, INK),
    rect(0, 56, 800, 8, INK),
    stroke(line(truss), INK, 6),
    ...[110, 250, 550, 690].map((x, i) => lamp(x, i % 2 ? PAPER : SIGNAL)),
    ...heads.map((head) => circle(head, 37, INK)),
    arm(182, 470, -12),
    arm(246, 500, 20),
    arm(310, 486, -10),
    arm(500, 492, 14),
    arm(572, 470, -18),
    arm(622, 480, 12),
    rect(0, 588, 800, 20, INK),
  ]
}

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
