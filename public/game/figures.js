/** Sprites of the moving figures: the student, the tram, the music notes and the sun. */
import { circle, EMBER, INK, INK_3, PAPER, SIGNAL, sheet } from './ink.js'

function limb(pen, points, width, colour) {
  pen.lineCap = pen.lineJoin = 'round'
  for (const [w, c] of [
    [width + 4.5, INK],
    [width, colour],
  ]) {
    pen.lineWidth = w
    pen.strokeStyle = c
    pen.beginPath()
    for (let i = 0; i < points.length; i += 2) pen.lineTo(points[i], points[i + 1])
    pen.stroke()
  }
}

const POSES = {
  stand: {
    legs: [
      [-3, -15, -5, -3],
      [3, -15, 5, -3],
    ],
    arms: [
      [-6, -26, -12, -20, -9, -14],
      [6, -26, 12, -30, 15, -38],
    ],
    lean: 0,
  },
  leap: {
    legs: [
      [-2, -15, -7, -9, -4, -2],
      [3, -15, 8, -13, 11, -7],
    ],
    arms: [
      [-6, -26, -13, -34, -11, -43],
      [6, -26, 13, -34, 12, -43],
    ],
    lean: 0,
  },
  tumble: {
    legs: [
      [-3, -16, -10, -13, -12, -7],
      [3, -16, 9, -17, 13, -11],
    ],
    arms: [
      [-6, -25, -15, -27, -18, -33],
      [6, -25, 14, -22, 19, -27],
    ],
    lean: 2,
  },
}

/**
 * Sprite of a first-year student with a yellow hoodie and an orange rucksack. The feet are at about
 * (30, 56).
 */
export const figure = (px, pose) =>
  sheet(60, 66, px, (pen) => {
    pen.translate(30, 58)
    const { legs, arms, lean } = POSES[pose]
    limb(pen, [-7 + lean, -25, -8 + lean, -18], 8, EMBER)
    for (const leg of legs) limb(pen, leg, 4.5, PAPER)
    limb(pen, [0, -16, lean / 2, -25], 10.5, SIGNAL)
    for (const arm of arms) limb(pen, arm, 4.5, SIGNAL)
    circle(pen, lean, -37, 8.6, INK)
    circle(pen, lean, -37, 6.6, PAPER)
    pen.fillStyle = EMBER
    pen.beginPath()
    pen.arc(lean, -38.5, 7, Math.PI, 0)
    pen.fill()
    pen.fillRect(lean, -40, 11, 2.6)
    circle(pen, lean + 3, -35.5, 1.3, INK)
  })

export const tram = (px) =>
  sheet(130, 70, px, (pen) => {
    pen.strokeStyle = PAPER
    pen.lineWidth = 2.5
    pen.beginPath()
    pen.moveTo(50, 22)
    pen.lineTo(64, 12)
    pen.lineTo(50, 3)
    pen.moveTo(40, 3)
    pen.lineTo(62, 3)
    pen.stroke()
    pen.fillStyle = INK
    pen.beginPath()
    pen.roundRect(2, 19, 126, 46, 12)
    pen.fill()
    pen.fillStyle = PAPER
    pen.beginPath()
    pen.roundRect(5, 22, 120, 37, 10)
    pen.fill()
    pen.fillStyle = EMBER
    pen.fillRect(5, 45, 120, 8)
    pen.fillStyle = INK
    pen.fillRect(12, 27, 106, 16)
    pen.fillStyle = SIGNAL
    for (const x of [14, 35, 56, 77, 98]) pen.fillRect(x, 29, 18, 12)
    for (const [x, h] of [
      [20, 7],
      [41, 8],
      [46, 6],
      [84, 8],
    ]) {
      circle(pen, x + 2, 41 - h, 3.2, INK)
      pen.fillRect(x - 2, 43 - h, 8, h)
    }
    for (const x of [28, 46, 84, 102]) circle(pen, x, 60, 6, INK_3)
    circle(pen, 121, 55, 3, SIGNAL)
    circle(pen, 9, 55, 3, SIGNAL)
  })

export const note = (px) =>
  sheet(26, 30, px, (pen) => {
    for (const [w, c] of [
      [4, INK],
      [0, SIGNAL],
    ]) {
      pen.strokeStyle = pen.fillStyle = c
      pen.lineWidth = 3.2 + w
      pen.lineJoin = 'round'
      pen.beginPath()
      pen.moveTo(13, 23)
      pen.lineTo(13, 5)
      pen.quadraticCurveTo(15, 10, 21, 12)
      pen.stroke()
      pen.beginPath()
      pen.ellipse(9.5, 23, 5 + w / 2, 4 + w / 2, -0.3, 0, 7)
      pen.fill()
    }
  })

/** Sprite of the sun, with sunglasses. */
export const sun = (px) =>
  sheet(170, 170, px, (pen) => {
    pen.translate(85, 85)
    pen.fillStyle = SIGNAL
    pen.strokeStyle = INK
    pen.lineWidth = 4
    pen.lineJoin = 'round'
    pen.beginPath()
    for (let i = 0; i < 36; i++) {
      const reach = i % 2 ? 60 : 80
      pen.lineTo(Math.cos((i * Math.PI) / 18) * reach, Math.sin((i * Math.PI) / 18) * reach)
    }
    pen.closePath()
    pen.stroke()
    pen.fill()
    pen.fillStyle = INK
    for (const side of [-1, 1]) {
      pen.beginPath()
      pen.roundRect(side * 25 - 20, -26, 40, 26, [4, 4, 14, 14])
      pen.fill()
    }
    pen.fillRect(-20, -26, 40, 6)
    pen.lineWidth = 5
    pen.lineCap = 'round'
    pen.beginPath()
    pen.arc(0, 12, 22, 0.35, Math.PI - 0.35)
    pen.stroke()
    pen.fillStyle = EMBER
    pen.beginPath()
    pen.moveTo(-36, -20)
    pen.lineTo(-22, -20)
    pen.lineTo(-32, -6)
    pen.moveTo(14, -20)
    pen.lineTo(28, -20)
    pen.lineTo(18, -6)
    pen.fill()
  })
