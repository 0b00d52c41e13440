import {
  circle,
  dots,
  EMBER,
  fill,
  halftone,
  INK,
  INK_2,
  line,
  PAPER,
  rect,
  SIGNAL,
  shape,
  stroke,
  VIOLET,
} from '../svg'
import { rays } from './rays'

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
  const lamp = (x: number, color: string) =>
    rect(x - 4, 58, 8, 16, INK) +
    fill(
      shape([
        [x - 20, 74],
        [x + 20, 74],
        [x + 30, 112],
        [x - 30, 112],
      ]),
      INK,
    ) +
    fill(
      shape([
        [x - 26, 112],
        [x + 26, 112],
        [x + 20, 122],
        [x - 20, 122],
      ]),
      color,
    )
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
