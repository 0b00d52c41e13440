import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import { EMBER, INK, INK_2, INK_3, PAPER, SIGNAL, TEAL, VIOLET } from '@/lib/text/colours'
import { type MapDrawing, type Metres, toLngLat } from './geo'
import { FENCE, LAWNS, PATHS, VENUES, YARD } from './ground'
import {
  BUILDINGS,
  LANDMARKS,
  PARKS,
  RAILWAY,
  STREETS,
  TRACK,
  TRAM_STOPS,
  TREES,
} from './surroundings'

/** Colours of the map: the colours of the poster, and dark shades between them. */
export const MAP_INK = {
  land: INK,
  building: '#20274a',
  edge: '#3a4372',
  street: '#2b3257',
  rail: '#6a7199',
  tram: '#9aa0c4',
  park: '#10231f',
  track: '#5c3426',
  tree: '#1f5c50',
  ground: INK_2,
  fence: PAPER,
  path: INK_3,
  signal: SIGNAL,
  ember: EMBER,
  paper: PAPER,
  violet: VIOLET,
  teal: TEAL,
} as const

type Collection = Extract<GeoJSONSourceSpecification['data'], { type: 'FeatureCollection' }>
type Feature = Collection['features'][number]
type Properties = Record<string, string | number>

const lngLats = (places: readonly Metres[]) => places.map((place) => [...toLngLat(place)])
const closed = (outline: readonly Metres[]) => lngLats([...outline, outline[0] as Metres])

const areaFeature = (kind: string, ...rings: Metres[][]): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type: 'Polygon', coordinates: rings.map(closed) },
})
const lineFeature = (line: readonly Metres[], properties: Properties): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: lngLats(line) },
})
const pointFeature = (place: Metres, properties: Properties): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [...toLngLat(place)] },
})

/** Features of the demo's festival ground. A real festival has its own map overlay. */
const festival = (): Feature[] => [
  areaFeature('ground', FENCE),
  ...LAWNS.map((lawn) => areaFeature('lawn', lawn)),
  areaFeature('yard', YARD),
  ...VENUES.map(({ outline }) => areaFeature('venue', outline)),
  ...PATHS.map((path) => lineFeature(path, { kind: 'path', width: 11 })),
  lineFeature([...FENCE, FENCE[0] as Metres], { kind: 'fence' }),
  ...VENUES.map(({ label, name, number }) =>
    pointFeature(label, { kind: 'venue-name', name: `${number} ${name}` }),
  ),
]

const streets = (): Feature[] => [
  ...PARKS.map((park) => areaFeature('park', park)),
  areaFeature('track', TRACK.outer, TRACK.inner),
  ...BUILDINGS.map((building) => areaFeature('building', building)),
  ...LANDMARKS.map(({ outline }) => areaFeature('building', outline)),
  ...STREETS.map(({ line, width }) => lineFeature(line, { kind: 'street', width })),
  lineFeature(RAILWAY, { kind: 'rail' }),
  ...STREETS.slice(0, 1).map(({ line }) => lineFeature(line, { kind: 'tram' })),
  ...TREES.map((tree) => pointFeature(tree, { kind: 'tree' })),
  ...TRAM_STOPS.map((stop) => pointFeature(stop, { kind: 'stop', name: 'Tramvaj' })),
  ...STREETS.flatMap(({ name }) =>
    name ? [pointFeature(name.at, { kind: 'street-name', name: name.text, turn: name.turn })] : [],
  ),
  ...LANDMARKS.map(({ label, name }) => pointFeature(label, { kind: 'landmark', name })),
]

/** Metres per pixel at zoom 12, on the latitude of the campus. */
const METRES_PER_PIXEL = 13.32

/**
 * Returns a map expression that converts metres to pixels. A metre doubles in pixels with each zoom
 * level.
 */
const metres = (size: number | ExpressionSpecification): ExpressionSpecification => [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  12,
  ['*', size, 1 / METRES_PER_PIXEL],
  20,
  ['*', size, 2 ** 8 / METRES_PER_PIXEL],
]

const only = (kind: string): FilterSpecification => ['==', ['get', 'kind'], kind]

const filled = (kind: string, color: string, outline = color): LayerSpecification => ({
  id: kind,
  type: 'fill',
  source: 'campus',
  filter: only(kind),
  paint: { 'fill-color': color, 'fill-outline-color': outline },
})
const ruled = (
  kind: string,
  color: string,
  width: number | ExpressionSpecification,
  dash?: number[],
): LayerSpecification => ({
  id: kind,
  type: 'line',
  source: 'campus',
  filter: only(kind),
  layout: { 'line-cap': dash ? 'butt' : 'round', 'line-join': 'round' },
  paint: {
    'line-color': color,
    'line-width': metres(width),
    ...(dash && { 'line-dasharray': dash }),
  },
})
const dotted = (kind: string, color: string, radius: number): LayerSpecification => ({
  id: kind,
  type: 'circle',
  source: 'campus',
  filter: only(kind),
  paint: { 'circle-color': color, 'circle-radius': metres(radius) },
})

/**
 * Returns the bundled drawing of the campus as a map style that fetches nothing. `fonts` are the
 * font families of the page. Without a URL for glyphs MapLibre draws text with these fonts, in the
 * weight that the first font name contains.
 */
export function ownStyle(fonts: string[], drawing: MapDrawing): StyleSpecification {
  const land: LayerSpecification = {
    id: 'land',
    type: 'background',
    paint: { 'background-color': MAP_INK.land },
  }
  if (drawing === 'nothing') return { version: 8, sources: {}, layers: [land] }
  const features = [...streets(), ...(drawing === 'festival' ? festival() : [])]
  const lettering = { 'text-font': ['Poster Black', ...fonts], 'text-field': '{name}' }
  const halo = {
    'text-color': MAP_INK.paper,
    'text-halo-color': MAP_INK.land,
    'text-halo-width': 2,
  }
  return {
    version: 8,
    sources: {
      campus: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features },
        attribution: 'Vlastiti shematski crtež kampusa',
      },
    },
    layers: [
      land,
      filled('park', MAP_INK.park),
      filled('track', MAP_INK.track),
      ruled('street', MAP_INK.street, ['get', 'width']),
      ruled('rail', MAP_INK.rail, 5, [1.5, 1]),
      ruled('tram', MAP_INK.tram, 1.6, [6, 4]),
      dotted('tree', MAP_INK.tree, 4.5),
      filled('building', MAP_INK.building, MAP_INK.edge),
      filled('ground', MAP_INK.ground),
      filled('lawn', MAP_INK.park),
      ruled('path', MAP_INK.path, 11),
      filled('yard', MAP_INK.path),
      filled('venue', MAP_INK.violet),
      ruled('fence', MAP_INK.fence, 1.6),
      dotted('stop', MAP_INK.signal, 7),
      {
        id: 'street-names',
        type: 'symbol',
        source: 'campus',
        filter: only('street-name'),
        layout: {
          ...lettering,
          'text-size': 17,
          'text-max-width': 30,
          'text-rotate': ['get', 'turn'],
          'text-rotation-alignment': 'map',
        },
        paint: halo,
      },
      {
        id: 'stop-names',
        type: 'symbol',
        source: 'campus',
        filter: only('stop'),
        layout: {
          ...lettering,
          'text-size': 15,
          'text-anchor': 'left',
          // Offset in em, so that the text stays to the right of the dot, which grows with the
          // zoom.
          'text-offset': [
            'interpolate',
            ['exponential', 2],
            ['zoom'],
            12,
            ['literal', [0.5, 0]],
            20,
            ['literal', [9.5, 0]],
          ],
        },
        paint: { ...halo, 'text-color': MAP_INK.signal },
      },
      {
        // At lower zoom the names do not fit, and the floor plan overlay shows its own.
        id: 'venue-names',
        type: 'symbol',
        source: 'campus',
        minzoom: 16.3,
        filter: only('venue-name'),
        layout: { ...lettering, 'text-size': 17, 'text-max-width': 7 },
        paint: halo,
      },
      {
        id: 'landmark-names',
        type: 'symbol',
        source: 'campus',
        filter: only('landmark'),
        layout: { ...lettering, 'text-size': 17, 'text-max-width': 4 },
        paint: halo,
      },
    ],
  }
}
