import { type Metres, PADDING, SIDE } from '@/lib/map/geo'
import { MAP_INK } from '@/lib/map/inks'
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
import { drawPlan } from './plan'
import { circle, dots, fill, line, PAPER, rect, shape, slip, stroke, svg, text } from './svg'

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
    ...LANDMARKS.map(({ name, label: [x, y] }) =>
      text(name, [x + EDGE, y + EDGE + 7], { size: 20, color: PAPER, anchor: 'middle' }),
    ),
    slip(['Savska cesta'], project([726, 290]), { size: 17, paper: PAPER, tilt: -86.5 }),
    slip(['Kranjčevićeva ulica'], project([300, 197]), { size: 15, paper: PAPER, tilt: 2 }),
    slip(['Ulica grada Vukovara'], project([330, 903]), { size: 17, paper: PAPER, tilt: -1 }),
    slip(['Unska ulica'], project([980, 602]), { size: 14, paper: PAPER, tilt: 0.5 }),
  )
}
