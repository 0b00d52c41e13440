/** Scenery at the start of a round: Zagreb at night, and the crowd below. */
import { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL } from './ink.js'

export const CITY_HEIGHT = 300

/**
 * Houses as [x, width, height] in units of the game. The other parts of the skyline are drawn
 * between them.
 */
const HOUSES = [
  [-6, 60, 96],
  [60, 34, 66],
  [226, 54, 120],
  [286, 30, 74],
  [322, 46, 104],
]

export function drawCity(pen, width) {
  const centre = width / 2 - 180
  pen.fillStyle = EMBER
  pen.beginPath()
  for (let row = 0, y = 60; y < CITY_HEIGHT; row++, y += 7)
    for (let x = row % 2 ? 7 : 0; x < width + 14; x += 14) {
      const r = Math.min(7, ((y - 60) / 150) * 7)
      if (r <= 0.4) continue
      pen.moveTo(x + r, y)
      pen.arc(x, y, r, 0, 7)
    }
  pen.fill()
  for (let x = (centre % 360) - 360; x < width; x += 360) block(pen, x)
  pen.fillStyle = INK
  pen.fillRect(0, CITY_HEIGHT - 62, width, 70)
}

function block(pen, at) {
  pen.save()
  pen.translate(at, CITY_HEIGHT - 60)
  pen.fillStyle = INK
  for (const [x, w, h] of HOUSES) pen.fillRect(x, -h, w, h)
  for (const x of [112, 142]) spire(pen, x)
  pen.fillRect(110, -62, 44, 62)
  pen.fillRect(190, -150, 13, 150)
  pen.fillStyle = EMBER
  pen.fillRect(190, -140, 13, 9)
  pen.fillRect(190, -122, 13, 9)
  for (const [x, w, h] of HOUSES)
    for (let i = 6, n = 0; i < w - 10; i += 12)
      for (let j = 8; j < h - 8; j += 13, n++) {
        pen.fillStyle = (n * 7 + w) % 5 === 0 ? SIGNAL : (n * 5 + h) % 11 === 0 ? PAPER : INK_2
        pen.fillRect(x + i, -h + j, 7, 8)
      }
  pen.restore()
}

function spire(pen, x) {
  pen.beginPath()
  pen.moveTo(x - 11, 0)
  pen.lineTo(x - 9, -78)
  pen.lineTo(x, -146)
  pen.lineTo(x + 9, -78)
  pen.lineTo(x + 11, 0)
  pen.fill()
}

/** Draws the crowd: heads and raised arms with bright outlines. */
export function drawCrowd(pen, width, height) {
  for (let row = 0; row < 2; row++)
    for (let x = row ? -20 : -44, i = 0; x < width + 50; x += 47, i++) {
      const y = height - (row ? 34 : 62) + ((i * 37) % 4) * 4
      const edge = (i + row) % 2 ? EMBER : SIGNAL
      if ((i + row) % 2 === 0) arm(pen, x + 22, y + 14, -26 - ((i * 13) % 3) * 9, edge)
      pen.strokeStyle = edge
      pen.lineWidth = 3
      pen.fillStyle = row ? INK : INK_3
      pen.beginPath()
      pen.arc(x, y, 15, 0, 7)
      pen.stroke()
      pen.fill()
      pen.beginPath()
      pen.roundRect(x - 25, y + 12, 50, 90, 20)
      pen.stroke()
      pen.fill()
    }
}

function arm(pen, x, y, reach, edge) {
  pen.lineCap = 'round'
  for (const [wide, colour] of [
    [5, edge],
    [0, INK],
  ]) {
    pen.strokeStyle = colour
    pen.lineWidth = 11 + wide
    pen.beginPath()
    pen.moveTo(x, y + 10)
    pen.lineTo(x + 3, y + reach)
    pen.stroke()
    pen.lineWidth = 4 + wide
    pen.beginPath()
    for (const [dx, dy] of [
      [-7, -10],
      [-2, -15],
      [3, -16],
      [8, -13],
    ]) {
      pen.moveTo(x + 3 + dx / 3, y + reach)
      pen.lineTo(x + 3 + dx, y + reach + dy)
    }
    pen.moveTo(x + 6, y + reach + 4)
    pen.lineTo(x + 15, y + reach - 3)
    pen.stroke()
  }
}
