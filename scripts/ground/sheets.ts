import { INK, PAPER } from '@/lib/colours'
import { type Metres, PADDING, SIDE } from '@/lib/map/geo'
import { FRAME, POINT_NAMES, type PointKind } from '@/lib/map/ground'
import { MAP_INK } from '@/lib/map/own-style'
import {
  BUILDINGS,
  LANDMARKS,
  PARKS,
  RAILWAY,
  STREETS,
  TRACK,
  TRAM_STOPS,
  TREES,
} from '@/lib/map/surroundings'
import { drawPlan, drawStreet } from './plan'
import { sign } from './signs'
import {
  circle,
  dots,
  fill,
  group,
  line,
  type Projection,
  rect,
  type Spot,
  shape,
  slip,
  stroke,
  svg,
  tag,
  text,
  wrap,
} from './svg'

const [west, north] = FRAME.northWest
const [east, south] = FRAME.southEast

const upright =
  ([left, top]: Spot, scale: number): Projection =>
  ([x, y]: Metres) => [left + (x - west) * scale, top + (y - north) * scale]

/** Turned a quarter clockwise: the stage is at the top, the gate at the bottom. */
const turned =
  ([left, top]: Spot, scale: number): Projection =>
  ([x, y]: Metres) => [left + (south - y) * scale, top + (x - west) * scale]

interface Sheet {
  size: readonly [width: number, height: number]
  at: Spot
  scale: number
  step?: number
  isTurned?: boolean
  signSize: number
  labelSize: number
  legend: { at: Spot; columns: number; column: number; row: number; text: number }
}

const SHEETS: Record<'desktop' | 'tablet' | 'mobile', Sheet> = {
  desktop: {
    size: [1600, 780],
    at: [16, 16],
    scale: 2.92,
    signSize: 44,
    labelSize: 36,
    legend: { at: [1268, 16], columns: 1, column: 330, row: 62, text: 32 },
  },
  tablet: {
    size: [1200, 1132],
    at: [12, 12],
    scale: 2.8,
    signSize: 54,
    labelSize: 41,
    legend: { at: [12, 740], columns: 3, column: 396, row: 96, text: 38 },
  },
  mobile: {
    size: [720, 1804],
    at: [2, 8],
    scale: 2.8,
    // Shown at half of its size, where finer dots are a grey to the eye.
    step: 12,
    isTurned: true,
    signSize: 60,
    labelSize: 46,
    legend: { at: [12, 1204], columns: 2, column: 354, row: 98, text: 38 },
  },
}

export type SheetName = keyof typeof SHEETS

export function drawSheet(name: SheetName): string {
  const { size, at, scale, step, isTurned, signSize, labelSize, legend } = SHEETS[name]
  const [width, height] = size
  const project = (isTurned ? turned : upright)(at, scale)
  const plan = { project, scale, step, signSize, labelSize, isTurned }
  const [left, top] = at
  const across = (isTurned ? south - north : east - west) * scale
  const down = (isTurned ? east - west : south - north) * scale
  return svg(
    width,
    height,
    rect(0, 0, width, height, INK),
    tag('clipPath', { id: 'frame' }, rect(left, top, across, down, INK)),
    group({ 'clip-path': 'url(#frame)' }, drawStreet(plan), drawPlan(plan)),
    ...drawLegend(legend, isTurned),
  )
}

function drawLegend(
  { at: [left, top], columns, column, row, text: size }: Sheet['legend'],
  isTurned = false,
) {
  const kinds = Object.keys(POINT_NAMES) as PointKind[]
  const rows = Math.ceil(kinds.length / columns)
  const square = row * 0.72
  return kinds.map((kind, i) => {
    const x = left + Math.floor(i / rows) * column
    const middle = top + (i % rows) * row + row / 2
    const words = wrap(POINT_NAMES[kind], size, column - square - size)
    const first = middle + size * 0.4 - ((words.length - 1) * size * 0.98) / 2
    return (
      sign(kind, [x + square / 2 + 4, middle], square, isTurned && kind === 'entrance' ? 90 : 0) +
      words
        .map((part, j) =>
          text(part, [x + square + size * 0.6, first + j * size * 0.98], { size, color: PAPER }),
        )
        .join('')
    )
  })
}

/** The plan alone on nothing, north up, to be laid over the map from corner to corner of FRAME. */
export function drawOverlay(): string {
  const scale = 6
  const project = upright([0, 0], scale)
  return svg(
    (east - west) * scale,
    (south - north) * scale,
    drawPlan({ project, scale, signSize: 76, labelSize: 62 }),
  )
}

const EDGE = PADDING * SIDE
const FULL = SIDE + 2 * EDGE

/** The whole campus, north up: what stands in the map's place until there is a map. */
export function drawCampus(): string {
  const project = ([x, y]: Metres) => [x + EDGE, y + EDGE] as const
  const all = (places: readonly Metres[]) => places.map(project)
  return svg(
    FULL,
    FULL,
    rect(0, 0, FULL, FULL, MAP_INK.land),
    ...PARKS.map((park) => fill(shape(all(park)), MAP_INK.park)),
    fill(shape(all(TRACK.outer)) + shape(all(TRACK.inner).reverse()), MAP_INK.track),
    stroke(line(all(RAILWAY)), MAP_INK.rail, 5),
    stroke(line(all(RAILWAY)), MAP_INK.land, 3, { 'stroke-dasharray': '8 8' }),
    ...STREETS.map((street) => stroke(line(all(street.line)), MAP_INK.street, street.width)),
    stroke(line(all(STREETS[0]?.line ?? [])), MAP_INK.tram, 2, { 'stroke-dasharray': '10 6' }),
    dots(
      TREES.map((tree) => ({ at: project(tree), radius: 4.5 })),
      MAP_INK.tree,
    ),
    ...[...BUILDINGS, ...LANDMARKS.map((one) => one.outline)].map((outline) =>
      fill(shape(all(outline)), MAP_INK.building),
    ),
    drawPlan({ project, scale: 1, signSize: 16, labelSize: 15 }),
    ...TRAM_STOPS.map((stop) => circle(project(stop), 9, PAPER)),
    ...LANDMARKS.flatMap(({ name, label: [x, y] }) =>
      name.split(' ').map((word, i) =>
        text(word, [x + EDGE, y + EDGE + 7 + i * 20], {
          size: 20,
          color: PAPER,
          anchor: 'middle',
        }),
      ),
    ),
    slip(['Savska cesta'], project([726, 290]), { size: 17, paper: PAPER, tilt: -86.5 }),
    slip(['Kranjčevićeva ulica'], project([300, 197]), { size: 15, paper: PAPER, tilt: 2 }),
    slip(['Ulica grada Vukovara'], project([330, 903]), { size: 17, paper: PAPER, tilt: -1 }),
    slip(['Unska ulica'], project([980, 602]), { size: 14, paper: PAPER, tilt: 0.5 }),
  )
}
