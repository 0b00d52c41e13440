/** Colours of the public site, and helpers for drawing on a canvas. */

export const INK = '#0b0e1c'
export const INK_2 = '#151a30'
export const INK_3 = '#262d4d'
export const SIGNAL = '#e4ff3a'
export const EMBER = '#ff6a3d'
export const PAPER = '#f5f0e3'

/**
 * Creates a canvas of `width` × `height` units, with `px` device pixels per unit. `draw` draws on
 * it in units.
 */
export function sheet(width, height, px, draw) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * px)
  canvas.height = Math.ceil(height * px)
  const pen = canvas.getContext('2d')
  pen.scale(px, px)
  draw(pen)
  return canvas
}

export const circle = (pen, x, y, r, fill) => {
  pen.fillStyle = fill
  pen.beginPath()
  pen.arc(x, y, r, 0, 7)
  pen.fill()
}

/** Draws dots on a diagonal grid; `radius(x, y)` is the radius of each dot. */
export function halftone(pen, width, height, gap, colour, radius) {
  pen.fillStyle = colour
  pen.beginPath()
  for (let row = 0, y = 0; y <= height + gap; row++, y += gap / 2)
    for (let x = row % 2 ? gap / 2 : 0; x <= width + gap; x += gap) {
      const r = radius(x, y)
      if (r <= 0.3) continue
      pen.moveTo(x + r, y)
      pen.arc(x, y, r, 0, 7)
    }
  pen.fill()
}
