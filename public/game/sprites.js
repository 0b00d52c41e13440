/** Sprites: shapes that are drawn often are rendered once on small canvases. */
import { figure, note, sun, tram } from './figures.js'
import { circle, EMBER, halftone, INK, INK_2, INK_3, PAPER, SIGNAL, sheet } from './ink.js'
import { CRACKED, LP, SINGLE } from './records.js'

export const DISC = 64
export const DAWN_TOP = 70
const DAWN_HEIGHT = 300

function disc(px, body, label, hole) {
  const c = DISC + 2
  return sheet(c * 2, c * 2, px, (pen) => {
    circle(pen, c, c, DISC, body)
    pen.save()
    pen.clip()
    halftone(pen, c * 2, c * 2, 9, body === EMBER ? INK : EMBER, (x, y) =>
      Math.min(4.4, ((x - c) * 0.8 - (y - c) * 0.5) * 0.11 - 1.6),
    )
    pen.fillStyle = INK
    pen.globalAlpha = 0.16
    for (const turn of [0.5, 3.64]) {
      pen.beginPath()
      pen.moveTo(c, c)
      pen.arc(c, c, DISC, turn + 1.2, turn + 1.75)
      pen.fill()
    }
    pen.globalAlpha = 1
    pen.restore()
    pen.strokeStyle = INK
    for (let r = DISC - 6, i = 0; r > DISC * 0.42; r -= 5, i++) {
      pen.lineWidth = i % 3 === 0 ? 2.2 : 1
      pen.beginPath()
      pen.arc(c, c, r, 0, 7)
      pen.stroke()
    }
    circle(pen, c, c, DISC * 0.4, INK)
    circle(pen, c, c, DISC * 0.36, label)
    pen.fillStyle = INK
    pen.fillRect(c - 14, c - 16, 28, 4)
    pen.fillRect(c - 9, c + 11, 18, 3)
    circle(pen, c, c, hole, INK)
  })
}

const crack = (px) =>
  sheet(132, 132, px, (pen) => {
    pen.strokeStyle = INK
    pen.lineWidth = 5
    pen.lineJoin = 'bevel'
    pen.beginPath()
    pen.moveTo(60, 0)
    for (const [x, y] of [
      [72, 18],
      [54, 34],
      [70, 52],
      [56, 72],
      [76, 90],
      [58, 108],
      [70, 132],
    ])
      pen.lineTo(x, y)
    pen.moveTo(56, 72)
    for (const [x, y] of [
      [34, 80],
      [22, 70],
      [0, 84],
    ])
      pen.lineTo(x, y)
    pen.stroke()
  })

const moon = (px) =>
  sheet(300, 300, px, (pen) => {
    circle(pen, 150, 150, 148, INK_2)
    pen.strokeStyle = INK_3
    for (let r = 142, i = 0; r > 62; r -= 8, i++) {
      pen.lineWidth = i % 4 ? 1 : 3
      pen.beginPath()
      pen.arc(150, 150, r, 0, 7)
      pen.stroke()
    }
    circle(pen, 150, 150, 54, INK_3)
    circle(pen, 150, 150, 9, INK)
    circle(pen, 84, 96, 15, INK)
    circle(pen, 112, 62, 9, INK)
  })

const star = (px) =>
  sheet(10, 10, px, (pen) => {
    pen.fillStyle = PAPER
    pen.beginPath()
    for (let k = 0; k < 8; k++) {
      const reach = k % 2 ? 1.4 : 4.8
      pen.lineTo(5 + Math.cos((k * Math.PI) / 4) * reach, 5 + Math.sin((k * Math.PI) / 4) * reach)
    }
    pen.fill()
  })

/** Sprite of the dawn: orange dots that merge into an area, and yellow dots above it. */
const dawn = (px, width) =>
  sheet(width, DAWN_HEIGHT, px, (pen) => {
    halftone(pen, width, DAWN_HEIGHT, 14, EMBER, (_, y) => Math.min(10, (y / 150) * 10))
    pen.fillStyle = EMBER
    pen.fillRect(0, 156, width, DAWN_HEIGHT)
    halftone(pen, width, DAWN_HEIGHT, 14, SIGNAL, (_, y) => Math.min(10, ((y - 150) / 140) * 10))
    pen.fillStyle = SIGNAL
    pen.fillRect(0, DAWN_HEIGHT - 2, width, 4)
  })

/** Creates the sprites. Each is rendered when it is first used, so that the game opens faster. */
export const makeSprites = (px, width) =>
  onceEach({
    discs: () =>
      onceEach({
        [LP]: () => disc(px, PAPER, SIGNAL, 4),
        [SINGLE]: () => disc(px, SIGNAL, EMBER, 10),
        [CRACKED]: () => disc(px, EMBER, PAPER, 4),
      }),
    crack: () => crack(px),
    moon: () => moon(px),
    star: () => star(px),
    dawn: () => dawn(px, width),
    sun: () => sun(px),
    stand: () => figure(px, 'stand'),
    leap: () => figure(px, 'leap'),
    tumble: () => figure(px, 'tumble'),
    tram: () => tram(px),
    note: () => note(px),
  })

function onceEach(makers) {
  const made = {}
  const each = {}
  for (const [name, make] of Object.entries(makers))
    Object.defineProperty(each, name, { get: () => (made[name] ??= make()) })
  return each
}
