import { INK } from '@/lib/colours'
import type { Metres } from '@/lib/map/geo'
import { letters } from './letters.json'

const OUTLINES = letters as Record<string, unknown> as Record<
  string,
  [advance: number, path: string]
>

/** A place on the sheet, in its units. */
export type Spot = readonly [x: number, y: number]

const n = (value: number) => String(Math.round(value * 10) / 10)

const at = ([x, y]: Spot) => `${n(x)} ${n(y)}`
export const line = (spots: readonly Spot[]) => `M${spots.map(at).join('L')}`
export const shape = (spots: readonly Spot[]) => `${line(spots)}Z`

type Attributes = Record<string, string | number | undefined>

export function tag(name: string, attributes: Attributes, inner = ''): string {
  const list = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? n(value) : value}"`)
    .join('')
  return inner ? `<${name}${list}>${inner}</${name}>` : `<${name}${list}/>`
}

export const fill = (d: string, color: string) => tag('path', { d, fill: color })
export const stroke = (d: string, color: string, width: number, more: Attributes = {}) =>
  tag('path', { d, fill: 'none', stroke: color, 'stroke-width': width, ...more })
export const rect = (x: number, y: number, width: number, height: number, color: string, rx = 0) =>
  tag('rect', { x, y, width, height, fill: color, rx: rx || undefined })
export const circle = ([cx, cy]: Spot, r: number, color: string) =>
  tag('circle', { cx, cy, r, fill: color })
export const ring = ([cx, cy]: Spot, r: number, color: string, width: number) =>
  tag('circle', { cx, cy, r, fill: 'none', stroke: color, 'stroke-width': width })
export const group = (attributes: Attributes, ...inner: string[]) =>
  tag('g', attributes, inner.join(''))

/** Dots as one path of round caps per size: a fraction of the bytes of circles. */
export function dots(list: readonly { at: Spot; radius: number }[], color: string): string {
  const bySize = new Map<number, Spot[]>()
  for (const dot of list) {
    const size = Math.round(dot.radius * 4) / 4
    if (size <= 0) continue
    bySize.set(size, [...(bySize.get(size) ?? []), dot.at])
  }
  const paths = [...bySize].map(([radius, spots]) =>
    tag('path', { 'stroke-width': radius * 2, d: dotted(spots) }),
  )
  return group({ fill: 'none', stroke: color, 'stroke-linecap': 'round' }, ...paths)
}

/** Whole units, each step from the last dot: the shortest way to write them. */
function dotted(spots: readonly Spot[]): string {
  let [x, y] = [0, 0]
  return spots
    .map((spot) => {
      const [dx, dy] = [Math.round(spot[0]) - x, Math.round(spot[1]) - y]
      x += dx
      y += dy
      return `m${dx}${dy < 0 ? '' : ' '}${dy}h0`
    })
    .join('')
}

/** A halftone over a rectangle; `radius` says how large the dot at a place is. */
export function halftone(
  [x1, y1]: Spot,
  [x2, y2]: Spot,
  step: number,
  radius: (x: number, y: number) => number,
) {
  const list: { at: Spot; radius: number }[] = []
  for (let row = 0, y = y1; y <= y2; row++, y += step / 2)
    for (let x = x1 + (row % 2 ? step / 2 : 0); x <= x2; x += step)
      list.push({ at: [x, y], radius: radius(x, y) })
  return list
}

const textWidth = (text: string, size: number) =>
  [...text].reduce((sum, letter) => sum + (OUTLINES[letter]?.[0] ?? 0), 0) * (size / 100)

interface TextOptions {
  size: number
  color: string
  anchor?: 'start' | 'middle'
}

/** One line of text as outlines: a picture cannot use the page's fonts. `spot` is on the baseline. */
export function text(words: string, [x, y]: Spot, { size, color, anchor }: TextOptions): string {
  let pen = 0
  const inner = [...words].map((letter) => {
    const outline = OUTLINES[letter]
    if (!outline) throw new Error(`letters.json has no ${letter}`)
    const drawn =
      outline[1] &&
      tag('path', { transform: pen ? `translate(${n(pen)})` : undefined, d: outline[1] })
    pen += outline[0]
    return drawn
  })
  const left = anchor === 'middle' ? x - textWidth(words, size) / 2 : x
  const scale = Math.round(size * 10) / 1000
  return group({ fill: color, transform: `translate(${at([left, y])})scale(${scale})` }, ...inner)
}

/** A slip of paper with words on it, askew, as the poster's labels are. `spot` is its middle. */
export function slip(
  lines: readonly string[],
  [x, y]: Spot,
  { size, paper, tilt = -1.5 }: { size: number; paper: string; tilt?: number },
): string {
  const width = Math.max(...lines.map((words) => textWidth(words.toUpperCase(), size))) + size * 0.7
  const height = lines.length * size * 0.94 + size * 0.28
  const top = -height / 2
  return group(
    { transform: `translate(${at([x, y])})rotate(${tilt})` },
    rect(-width / 2, top, width, height, paper),
    ...lines.map((words, i) =>
      text(words.toUpperCase(), [0, top + size * (0.98 + i * 0.94)], {
        size,
        color: INK,
        anchor: 'middle',
      }),
    ),
  )
}

/** Breaks words into lines no wider than `width`. */
export function wrap(words: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && textWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

export const svg = (width: number, height: number, ...inner: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner.join('')}</svg>\n`

/** From metres of the campus to units of a sheet. */
export type Projection = (place: Metres) => Spot

export function inside([x, y]: Metres, outline: readonly Metres[]): boolean {
  let isIn = false
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline[(i + 1) % outline.length] as Metres
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn
  })
  return isIn
}

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
