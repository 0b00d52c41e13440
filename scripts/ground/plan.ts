import { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL, TEAL, VIOLET } from '@/lib/colours'
import type { Metres } from '@/lib/map/geo'
import { FENCE, LAWNS, PATHS, PAVILION, POINTS, VENUES, type Venue, YARD } from '@/lib/map/ground'
import { SAVSKA } from '@/lib/map/surroundings'
import { sign } from './signs'
import {
  circle,
  dots,
  fill,
  group,
  halftone,
  inside,
  line,
  type Projection,
  rect,
  ring,
  type Spot,
  shape,
  slip,
  stroke,
  text,
} from './svg'

const VENUE_INK: Record<Venue['id'], string> = {
  'velika-pozornica': SIGNAL,
  paviljon: VIOLET,
  dvorana: TEAL,
  menza: EMBER,
}

const STEP = 7

export interface Plan {
  project: Projection
  /** Units of the sheet to a metre. */
  scale: number
  signSize: number
  labelSize: number
  /** Metres between the dots of a halftone, which grow with it. */
  step?: number
  /** A quarter turn clockwise, for an upright sheet. */
  isTurned?: boolean
}

/** The festival's ground: what the sheets and the map's overlay have in common. */
export function drawPlan(plan: Plan): string {
  const { project, scale, signSize, labelSize, isTurned } = plan
  const all = (places: readonly Metres[]) => places.map(project)
  const around = (outline: Metres[]) => shape(all(outline))
  const label = (venue: Venue, tilt: number) => {
    const { number, name, isLong, uprightLabel } = venue
    const isSplit = isTurned && !isLong
    return slip(
      `${number} ${name}`.split(isSplit ? / (?=\S+$)/ : '\n'),
      project((isTurned && uprightLabel) || venue.label),
      { size: labelSize, paper: PAPER, tilt: isTurned && isLong ? tilt - 90 : tilt },
    )
  }
  return [
    fill(around(FENCE), INK_2),
    ...LAWNS.map((lawn) => grass(lawn, plan)),
    ...PATHS.map((path) =>
      stroke(line(all(path)), INK_3, 11 * scale, { 'stroke-linejoin': 'round' }),
    ),
    fill(around(YARD), INK_3),
    audience(plan),
    ...VENUES.map((venue) => house(venue, around(venue.outline), scale)),
    stageDetails(project, scale),
    pavilionRoof(project, scale),
    stroke(around(FENCE), PAPER, 1.6 * scale, { 'stroke-linejoin': 'round' }),
    gap(project, [666, 500], [666, 524], scale),
    gap(project, [666, 532], [666, 546], scale),
    ...TREES.map(([x, y, radius]) => tree(project([x, y]), radius * scale)),
    compass(project([646, 592]), 11 * scale, isTurned),
    ...VENUES.map((venue, i) => label(venue, i % 2 ? 1.5 : -1.5)),
    ...POINTS.map(({ kind, at }) =>
      sign(kind, project(at), signSize, isTurned && kind === 'entrance' ? 90 : 0),
    ),
  ].join('')
}

function house(venue: Venue, outline: string, scale: number): string {
  return [
    stroke(outline, INK, 5 * scale, { 'stroke-linejoin': 'round' }),
    fill(outline, VENUE_INK[venue.id]),
  ].join('')
}

/** Lawns as sparse dots of signal yellow. */
function grass(outline: Metres[], plan: Plan): string {
  const shade: Shade = (x, y) => (inside([x, y], outline) ? 0.95 : 0)
  return shaded([525, 390], [655, 604], shade, '#7f9a2a', plan)
}

/** The audience: a halftone that is densest at the stage. */
function audience(plan: Plan): string {
  const shade: Shade = (x, y) => {
    if (!inside([x, y], YARD)) return 0
    return Math.max(0.6, 3.1 - Math.hypot(x - 388, (y - 502) * 0.8) / 46)
  }
  return shaded([393, 442], [512, 564], shade, EMBER, plan)
}

/** How large a dot is at a place in metres, where they stand a STEP apart. */
type Shade = (x: number, y: number) => number

function shaded(from: Metres, to: Metres, shade: Shade, color: string, plan: Plan): string {
  const { project, scale, step = STEP } = plan
  const size = (scale * step) / STEP
  const list = halftone(from, to, step, shade)
  return dots(
    list.map(({ at, radius }) => ({ at: project(at), radius: radius * size })),
    color,
  )
}

/** Loudspeakers, the edge of the stage, and the mixing desk in the middle of the yard. */
function stageDetails(project: Projection, scale: number): string {
  const block = (x: number, y: number, w: number, h: number, color: string) =>
    fill(
      shape([project([x, y]), project([x + w, y]), project([x + w, y + h]), project([x, y + h])]),
      color,
    )
  const wire = (from: Metres, to: Metres) =>
    stroke(line([project(from), project(to)]), INK, 1.2 * scale)
  return [
    block(384, 436, 10, 12, PAPER),
    block(384, 556, 10, 12, PAPER),
    ...[466, 484, 502, 520, 538].map((y) => wire([352, 502 + (y - 502) * 0.8], [386, y])),
    stroke(line([project([388, 450]), project([388, 554])]), INK, 2.4 * scale),
    block(486, 490, 14, 24, INK),
    block(488, 492, 10, 20, PAPER),
  ].join('')
}

/** The pavilion's folded roof. */
function pavilionRoof(project: Projection, scale: number): string {
  const [x, y] = PAVILION.centre
  const rim = (i: number, radius: number): Spot => {
    const angle = (i / 12) * Math.PI
    return project([x + radius * Math.cos(angle), y + radius * Math.sin(angle)])
  }
  const folds = Array.from({ length: 24 }, (_, i) => i).filter((i) => i % 2)
  return [
    ...folds.map((i) =>
      fill(
        shape([rim(i, PAVILION.radius), rim(i + 1, PAVILION.radius), project([x, y])]),
        '#4a39d6',
      ),
    ),
    ring(project([x, y]), PAVILION.radius * scale, PAPER, 1.6 * scale),
    circle(project([x, y]), 5 * scale, PAPER),
  ].join('')
}

/** A gate: where the fence is open. */
function gap(project: Projection, from: Metres, to: Metres, scale: number): string {
  return stroke(line([project(from), project(to)]), EMBER, 3.4 * scale)
}

/** The street at the gate, with its tram seen from above. */
export function drawStreet({ project, scale, labelSize, isTurned }: Plan): string {
  const along = line(SAVSKA.map(project))
  const turn = (isTurned ? 90 : 0) + 3.5
  const [x, y] = project([711, 446])
  const [labelX, labelY] = project([708, 580])
  const s = scale
  const car = (top: number) =>
    rect(-3.4 * s, top * s, 6.8 * s, 13.6 * s, SIGNAL, 2 * s) +
    rect(-1 * s, (top + 3.5) * s, 2 * s, 6.5 * s, INK)
  return [
    stroke(along, INK_3, 30 * s),
    ...[-4, 4].flatMap((side) => rails(project, side, s)),
    group(
      { transform: `translate(${Math.round(x)} ${Math.round(y)})rotate(${turn})` },
      group({ transform: `translate(${Math.round(-4 * s)})` }, car(-22), car(-7.5), car(7)),
    ),
    slip(['Savska cesta'], [labelX, labelY], {
      size: labelSize * 0.8,
      paper: SIGNAL,
      tilt: isTurned ? 1.5 : -86.5,
    }),
  ].join('')
}

/** Two rails a little beside the middle of the street. */
function rails(project: Projection, side: number, scale: number): string[] {
  return [side - 1.1, side + 1.1].map((shift) =>
    stroke(line(SAVSKA.map(([x, y]) => project([x + shift, y]))), PAPER, 0.5 * scale),
  )
}

/** Trees where nothing else stands: x, y and radius in metres. */
const TREES = [
  [346, 444, 5],
  [342, 456, 4],
  [344, 554, 5],
  [346, 572, 4],
  [344, 606, 3],
  [536, 440, 5],
  [546, 456, 4],
  [552, 402, 6],
  [574, 400, 5],
  [598, 404, 6],
  [616, 398, 4],
  [624, 434, 5],
  [536, 478, 5],
  [612, 484, 4],
  [548, 486, 4],
  [536, 540, 5],
  [610, 548, 5],
  [536, 592, 6],
  [556, 588, 4],
  [568, 598, 5],
  [622, 596, 5],
  [616, 574, 4],
  [570, 572, 4],
] as const

/** A tree from above. */
function tree([x, y]: Spot, radius: number): string {
  return [
    circle([x, y], radius * 1.25, INK),
    circle([x, y], radius, '#1f7a6c'),
    circle([x - radius * 0.28, y - radius * 0.3], radius * 0.45, TEAL),
  ].join('')
}

/** Which way is north: S for sjever. */
function compass([x, y]: Spot, radius: number, isTurned = false): string {
  const r = radius
  const needle: Spot[] = [
    [0, -r * 1.5],
    [r * 0.7, -r * 0.55],
    [-r * 0.7, -r * 0.55],
  ]
  return [
    circle([x, y], r, INK),
    group(
      { transform: `translate(${Math.round(x)} ${Math.round(y)})rotate(${isTurned ? 90 : 0})` },
      fill(shape(needle), SIGNAL),
    ),
    text('S', [x, y + r * 0.52], { size: r * 1.3, color: SIGNAL, anchor: 'middle' }),
  ].join('')
}
